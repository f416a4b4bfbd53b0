import type { EducationResponse } from 'content-schema';
import ledger from '../../ui/ledger.module.css';
import { Markdown } from '../../site/markdown.tsx';

interface EducationEntryProps {
  readonly education: EducationResponse;
}

/** Something learnt: when, what and where; whatever of that is known. */
export const EducationEntry = ({ education }: EducationEntryProps) => {
  const { institution, degree, year, description, descriptionHtml } = education;
  const subtitle = degree === '' ? '' : institution;
  return (
    <li className={ledger.row}>
      <div className={ledger.margin}>
        <p dir="auto">{year}</p>
      </div>
      <div className={ledger.body}>
        {(degree || institution) !== '' && (
          <h3 className={ledger.title} dir="auto">
            {degree || institution}
          </h3>
        )}
        {subtitle !== '' && (
          <p className={ledger.subtitle} dir="auto">
            {subtitle}
          </p>
        )}
        {description !== '' && (
          <Markdown className={ledger.text} text={description} html={descriptionHtml} />
        )}
      </div>
    </li>
  );
};
