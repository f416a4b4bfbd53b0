import { MessageScreen } from '../../components/message-screen.tsx';
import { useHashScroll } from '../../components/use-hash-scroll.ts';
import { useContent } from '../../data/content.ts';
import { Landing } from './landing.tsx';

interface LandingPageProps {
  readonly year: number;
}

/** `/` */
export const LandingPage = ({ year }: LandingPageProps) => {
  const { content, loading, error } = useContent();
  useHashScroll(content !== undefined && !loading);
  if (content) return <Landing content={content} error={error} year={year} />;
  return error === undefined ? null : <MessageScreen>{error}</MessageScreen>;
};
