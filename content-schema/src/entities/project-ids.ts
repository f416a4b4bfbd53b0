import { slugOf } from './post-id.ts';
import type { Project, Sections } from './sections.ts';

/**
 * Gives each project with a case study an id from its name, unless it has one: so its address stays
 * when the name changes. No two have the same, and one without a case study has none.
 */
export const withProjectIds = (sections: Sections): Sections => {
  const { projects } = sections;
  const stored = new Set(projects.items.map(({ id }) => id));
  const used = new Set<string>();
  const newId = (slug: string, id = slug, count = 2): string =>
    stored.has(id) || used.has(id) ? newId(slug, `${slug}-${count}`, count + 1) : id;
  const withId = (project: Project): Project => {
    const own = used.has(project.id) ? '' : project.id;
    const id = project.text && (own || newId(slugOf(project.name) || 'project'));
    used.add(id);
    return id || project.id ? { ...project, id } : project;
  };
  return { ...sections, projects: { ...projects, items: projects.items.map(withId) } };
};
