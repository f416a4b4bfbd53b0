import { PROJECT_PREFIX, type ProjectResponse } from 'content-schema';
import { acrossPage } from 'content-schema/across-page';
import { Link } from 'react-router-dom';
import { postPath } from '../paths.ts';
import { Markdown } from './markdown.tsx';
import { ProjectLinks } from './project-links.tsx';
import { ResumeRow } from './resume-rows.tsx';
import styles from './rows.module.css';

/** The picture itself leads nowhere; the name does. */
const pictureOf = (html: string, isFirst: boolean): string =>
  (isFirst ? acrossPage(html) : html).replace(/<a class="enlarge"[^>]*>|<\/a>/g, '');

export interface ProjectListProps {
  readonly projects: readonly ProjectResponse[];
  /** Shows pictures with names below, the first across the page, if a project has a page. */
  readonly onLanding?: boolean;
}

const ProjectList = ({ projects, onLanding = false }: ProjectListProps) => {
  const asPictures = onLanding && projects.some(({ id }) => id);
  return (
    <ol role="list" className={asPictures ? styles.pictures : styles.rows}>
      {projects.map(({ id, role: subtitle, descriptionHtml: html, ...project }, index) => {
        const { name, photoHtml, stack: skills } = project;
        const photo = asPictures ? pictureOf(photoHtml, index === 0) : photoHtml;
        const link = id && (
          <Link className="quiet-link" to={postPath(PROJECT_PREFIX + id)}>
            {name}
          </Link>
        );
        const row = { title: link || name, subtitle, html, skills };
        return (
          <ResumeRow key={index} year={project.year} {...row}>
            {photo !== '' && <Markdown className={styles.photo} html={photo} />}
            <ProjectLinks {...project} />
          </ResumeRow>
        );
      })}
    </ol>
  );
};

export default ProjectList;
