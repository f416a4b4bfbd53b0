import type { SiteShell, PublicContent } from 'content-schema';
import { EntityNotFound } from '../content/errors.ts';
import type { ContentSnapshot } from '../content/reading/snapshot.ts';
import {
  headingOf,
  postsFor,
  type ContentPresenter,
} from '../http/presenters/content-presenter.ts';
import { logoAddress } from './logo-routes.ts';

/** A page only names the logo: its bytes would make every page as large. */
const withLogoAddress = (frame: SiteShell, snapshot: ContentSnapshot): SiteShell => {
  const { logo, ...site } = frame.site;
  const address = logoAddress(snapshot);
  const named = logo && address !== undefined ? { ...logo, data: address } : null;
  return { ...frame, site: { ...site, logo: named } };
};

/** The content of a snapshot as the pages read it. */
export const publicContentOf = async (
  present: ContentPresenter,
  snapshot: ContentSnapshot,
): Promise<PublicContent> => {
  const entries = new Map(postsFor(snapshot, 'visitor').map((entry) => [entry.id, entry]));
  return {
    ...withLogoAddress(await present.frame(snapshot, 'visitor'), snapshot),
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
