import { PROJECT_PREFIX, type ProjectResponse } from 'content-schema';
import { Link } from 'react-router-dom';
import { postPath } from '../paths.ts';
import { Markdown } from './markdown.tsx';
import { ProjectLinks } from './project-links.tsx';
import { ResumeRow } from './resume-rows.tsx';
import styles from './rows.module.css';

const ACROSS_PAGE = ' sizes="(min-width: 90rem) 80rem, 90vw"';

const pictureOf = (html: string, index: number): string =>
  (index > 0 ? html : html.replace(/ sizes="[^"]*"/g, ACROSS_PAGE)).replace(
    /<a class="enlarge"[^>]*>|<\/a>/g,
    '',
  );

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
        const photo = asPictures ? pictureOf(photoHtml, index) : photoHtml;
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
