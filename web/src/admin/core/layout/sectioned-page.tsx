import { createContext, type ReactNode, useContext, useId, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { SectionLinks, type PageSection } from '../../../site/section-links.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './sectioned-page.module.css';

interface FormSectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** The id of the only section that is shown; undefined where all are. */
const ShownSection = createContext<string | undefined>(undefined);

export const FormSection = ({ id, title, children }: FormSectionProps) => {
  const headingId = useId();
  const shown = useContext(ShownSection);
  // Not by React, which would hide it from a search in the page, too.
  useLayoutEffect(() => {
    const section = document.getElementById(id);
    if (shown === undefined || shown === id) section?.removeAttribute('hidden');
    else section?.setAttribute('hidden', 'until-found');
  }, [id, shown]);
  return (
    <section id={id} className={styles.section} aria-labelledby={headingId} tabIndex={-1}>
      <h2 id={headingId} className={classNames('larger', styles.title)}>
        {title}
      </h2>
      <div className={classNames('stack-5', styles.fields)}>{children}</div>
    </section>
  );
};

interface SectionedPageProps {
  readonly label: string;
  readonly sections: readonly PageSection[];
  /** Whether the link to a section shows only that one, and a further link all. */
  readonly oneAtATime?: boolean;
  readonly children: ReactNode;
}

const ALL: PageSection = { id: '', title: 'All sections' };

export const SectionedPage = (props: SectionedPageProps) => {
  const { label, sections, oneAtATime = false, children } = props;
  const { hash } = useLocation();
  const shown = oneAtATime ? sections.find(({ id }) => `#${id}` === hash)?.id : undefined;
  const links = oneAtATime ? [ALL, ...sections] : sections;
  return (
    <div className={styles.columns}>
      <SectionLinks label={label} sections={links} shown={shown} />
      <div className={classNames('stack-7', shown && styles.one)}>
        <ShownSection value={shown}>{children}</ShownSection>
      </div>
    </div>
  );
};
