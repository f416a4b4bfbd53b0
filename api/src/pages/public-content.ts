import type { SiteShell, PublicContent } from 'content-schema';
import { EntityNotFound } from '../content/errors.ts';
import type { ContentSnapshot } from '../content/reading/snapshot.ts';
import {
  headingOf,
  postsFor,
  type ContentPresenter,
} from '../http/presenters/content-presenter.ts';
import type { TreeEntry } from '../git-store/git-store.ts';

const LOGO_VERSION_LENGTH = 12;

/** The file of the logo; undefined when the site has none. */
export const logoEntry = ({ site, tree }: ContentSnapshot): TreeEntry | undefined =>
  site.logo === null ? undefined : tree.get(site.logo.path);

/** Stands in the address of the logo, so that another logo has another address. */
export const logoVersion = ({ sha }: TreeEntry): string => sha.slice(0, LOGO_VERSION_LENGTH);

/** A page only names the logo: its bytes would make every page as large. */
const withLogoAddress = (shell: SiteShell, snapshot: ContentSnapshot): SiteShell => {
  const { logo, ...site } = shell.site;
  const entry = logoEntry(snapshot);
  const named = logo && entry ? { ...logo, data: `/logo/${logoVersion(entry)}` } : null;
  return { ...shell, site: { ...site, logo: named } };
};

/** The content of a snapshot as the pages read it. */
export const publicContentOf = async (
  present: ContentPresenter,
  snapshot: ContentSnapshot,
): Promise<PublicContent> => {
  const entries = new Map(postsFor(snapshot, 'visitor').map((entry) => [entry.id, entry]));
  return {
    ...withLogoAddress(await present.shell(snapshot, 'visitor'), snapshot),
    posts: [...entries.values()].map(headingOf),
    summarize: (posts) =>
      present.posts(
        posts.flatMap(({ id }) => entries.get(id) ?? []),
        'summary',
      ),
    post: async (id) => {
      const post = await present.post(snapshot, id, 'visitor');
      if (!post) throw new EntityNotFound('Blog post not found');
      return post;
    },
  };
};
