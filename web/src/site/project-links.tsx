import { toWebAddress, type ProjectResponse } from 'content-schema';
import { classNames } from '../ui/class-names.ts';
import styles from './rows.module.css';
import { shortAddress } from './text.ts';

/** The web addresses of a project, which are the texts of the links. */
export const ProjectLinks = (project: Pick<ProjectResponse, 'link' | 'repository'>) => (
  <p className={classNames('facts small', styles.addresses)}>
    {[project.link, project.repository]
      .flatMap((typed) => toWebAddress(typed) ?? [])
      .map((url) => (
        <a key={url} href={url}>
          {shortAddress(url)}
        </a>
      ))}
  </p>
);
