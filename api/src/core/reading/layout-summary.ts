import { counted, groupBy, isPageId, LAYOUT_FILE, type LayoutSummary } from 'content-schema';
import type { ContentSnapshot } from './snapshot.ts';

/** Describes the repository of another site generator; undefined for an ordinary one. */
export const summaryOfLayout = (snapshot: ContentSnapshot): LayoutSummary | undefined => {
  const { layout } = snapshot.tree;
  if (!layout) return undefined;
  const texts = snapshot.posts.map(({ id, path, origin }) => {
    const kind = isPageId(id) ? 'page' : 'post';
    // The root comes before its folders.
    const folder = layout[`${kind}s`].findLast((each) => (origin?.path ?? path).startsWith(each));
    return `${kind} ${folder ?? ''}`;
  });
  const paths = snapshot.photos.map(({ key }) => snapshot.tree.get(key)?.origin?.path ?? key);
  const pictures = paths.map((path) => `picture ${path.slice(0, path.indexOf('/') + 1)}`);
  const parts = Array.from(
    groupBy([...texts.sort().reverse(), ...pictures], String),
    ([place, all]) => {
      const [kind = '', folder] = place.split(/ (.*)/);
      return `${counted(all.length, kind)} in ${folder || 'the root'}`;
    },
  );
  const article = /^[AEIO]/.test(layout.generator) ? 'an' : 'a';
  const description = `${article} ${layout.generator} blog: ${parts.join(', ')}`;
  return { ...layout, description, isCorrected: snapshot.tree.has(LAYOUT_FILE) };
};
