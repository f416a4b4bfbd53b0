import { useNewestChanges } from '../../../data/history.ts';

/** Links to a file on GitHub. Renders nothing if the content is stored elsewhere. */
export const FileLinks = ({ path }: { readonly path: string }) => {
  const pages = useNewestChanges(path)?.file;
  if (!pages) return null;
  return (
    <p className="note line">
      At GitHub: <a href={pages.url}>the file</a>
      <a href={pages.blame}>who wrote each line</a>
    </p>
  );
};
