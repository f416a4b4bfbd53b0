import { PROJECT_PREFIX, type Post, type PostSummary, type SectionsResponse } from 'content-schema';
import { acrossPage } from 'content-schema/across-page';
import { excerptOf } from 'content-schema/excerpt';

/** Returns the projects with a case study that visitors see, as pages of the owner's. */
export const projectPages = ({ projects }: SectionsResponse): (Post & PostSummary)[] =>
  (projects?.visible ? projects.items : [])
    .filter(({ id, text }) => id && text)
    .map(({ text, textHtml, stack, ...facts }, index, all) => {
      const photo = acrossPage(facts.photoHtml);
      const photoHtml = photo.replace('loading="lazy"', 'fetchpriority="high"');
      const content = `${facts.description}\n\n${text}`;
      const { id, name } = all[index + 1] ?? all[0] ?? facts;
      return {
        ...{ id: PROJECT_PREFIX + facts.id, title: facts.name, tags: stack, hidden: false },
        ...{ content, contentHtml: facts.descriptionHtml + textHtml, excerpt: excerptOf(content) },
        project: { ...facts, photoHtml, next: { id: PROJECT_PREFIX + id, title: name } },
      };
    });
