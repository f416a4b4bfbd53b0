import type { SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../button.tsx';
import styles from './pagination.module.css';
import { PAGE_NUMBER, PAGE_PARAM, pagePath, readPage } from './paging.ts';

interface GoToPageProps {
  readonly pageCount: number;
  readonly path: string;
}

/** Takes the number of a page. The browser itself refuses what is no positive number. */
export const GoToPage = ({ pageCount, path }: GoToPageProps) => {
  const navigate = useNavigate();
  const [action, query] = path.split('?');

  const go = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get(PAGE_PARAM);
    const page = typeof typed === 'string' ? readPage(typed, pageCount) : undefined;
    if (page === undefined) return;
    event.currentTarget.reset();
    void navigate(pagePath(path, page));
  };

  return (
    <form className={styles.go} action={action} onSubmit={go}>
      {/* Without a script, a form replaces the query of its address. */}
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label>
        Go to page
        <input
          name={PAGE_PARAM}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          required
          pattern={PAGE_NUMBER}
          title="A page number, from 1 on"
        />
      </label>
      <Button type="submit">Go</Button>
    </form>
  );
};
