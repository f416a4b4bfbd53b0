import { useStoreState } from '../../../data/use-store-state.ts';

/** Warns about a public repository; `page` is its page at GitHub. */
export const PublicRepository = ({ page }: { readonly page: string }) => (
  <p className="note">
    The repository is public: anyone can read hidden and planned posts and their photos there.{' '}
    <a href={`${page}/settings`}>Make it private</a> in its settings at GitHub, under “Danger Zone”.
  </p>
);

/** The same about the repository of this site, if it is public. */
export const PublicStore = () => {
  const { response } = useStoreState();
  if (!response?.isPublic || !response.pages) return null;
  return <PublicRepository page={response.pages.repository} />;
};
