import type { ContentAnswer, FrameAnswer, Post } from 'content-schema';
import {
  experienceAnswer,
  profileAnswer,
  sectionsAnswer,
  siteAnswer,
} from 'content-schema/content-answer';
import { parsePostFile } from 'content-schema/front-matter';
import type { BlobCache } from '../../../content/blob-cache.ts';
import type { ContentSnapshot, PostEntry } from '../../../content/snapshot.ts';
import type { HtmlRenderer } from '../../../markdown/html-renderer.ts';
import { publicFrame } from './public-view.ts';

/** Who asks: the administrator sees everything, a visitor what the site shows. */
export type Audience = 'administrator' | 'visitor';

/** Turns snapshots into answers. */
export interface ContentPresenter {
  content(snapshot: ContentSnapshot, audience: Audience): Promise<ContentAnswer>;
}

interface Parts {
  readonly blobs: BlobCache;
  readonly html: HtmlRenderer;
}

export const createContentPresenter = ({ blobs, html }: Parts): ContentPresenter => {
  const logoBase64 = async ({ site, tree }: ContentSnapshot): Promise<string | undefined> => {
    const entry = site.logo && tree.get(site.logo.path);
    if (!entry) return undefined;
    const bytes = (await blobs.read([entry.sha])).get(entry.sha);
    return bytes && Buffer.from(bytes).toString('base64');
  };

  const frame = async (snapshot: ContentSnapshot): Promise<FrameAnswer> => ({
    site: siteAnswer(snapshot.site, await logoBase64(snapshot)),
    profile: profileAnswer(snapshot.profile),
    experiences: snapshot.experiences.map(experienceAnswer),
    sections: sectionsAnswer(snapshot.sections),
  });

  const post = async (entry: PostEntry): Promise<Post> => {
    const { id, title, tags, hidden, createdAt, updatedAt } = entry;
    const { content } = parsePostFile(await blobs.text(entry.blob), id);
    return {
      id,
      title,
      content,
      contentHtml: await html.render(entry.blob, content),
      tags,
      hidden,
      ...(createdAt !== undefined && { createdAt }),
      ...(updatedAt !== undefined && { updatedAt }),
    };
  };

  return {
    content: async (snapshot, audience) => {
      const all = audience === 'administrator';
      const whole = await frame(snapshot);
      const entries = all ? snapshot.posts : snapshot.posts.filter(({ hidden }) => !hidden);
      // One batch, rather than a read for each post.
      await blobs.read(entries.map(({ blob }) => blob));
      return {
        ...(all ? whole : publicFrame(whole)),
        posts: await Promise.all(entries.map(post)),
      };
    },
  };
};
