import {
  createContext,
  lazy,
  use,
  useEffect,
  useState,
  useTransition,
  type ComponentType,
  type LazyExoticComponent,
} from 'react';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/problem.tsx';

interface Retry {
  readonly again: () => void;
  /** True while it is being loaded again. */
  readonly pending: boolean;
}

const RetryContext = createContext<Retry>({ again: () => undefined, pending: false });

const PartNotLoaded = () => {
  const { again, pending } = use(RetryContext);
  return (
    <>
      <Problem>This part of the page could not be loaded. What you have typed is kept.</Problem>
      <Button pending={pending} onClick={again}>
        Try again
      </Button>
    </>
  );
};

/**
 * A part of a page of which the code is loaded when it is first shown, below a `Suspense`. Where
 * that fails the part says so, the page around it stays, and each further try loads anew, which a
 * failed `lazy` never does.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => {
  const attempt = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(() => load().catch(() => ({ default: Failure })));
  let latest = attempt();
  const renew = () => {
    latest = attempt();
    return latest;
  };

  const Failure = () => {
    // For the next time that the part is shown.
    useEffect(() => void renew(), []);
    return <PartNotLoaded />;
  };

  return (props) => {
    const [Part, setPart] = useState(() => latest);
    const [pending, startTransition] = useTransition();
    const again = () => startTransition(() => setPart(renew()));
    return (
      <RetryContext value={{ again, pending }}>
        <Part {...props} />
      </RetryContext>
    );
  };
};
