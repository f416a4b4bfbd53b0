import { hasText, withoutPages } from 'content-schema';
import { imagesIn } from 'content-schema/images-in-text';
import { Check } from 'lucide-react';
import { useEffect, useId } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { useEditableContent } from '../../../data/editable-content.ts';
import { useOfferUndo, useRequest } from '../../../data/keep-session.ts';
import { useReloadContent } from '../../../data/undo.ts';
import { useChecklist, useStoreState } from '../../../data/use-store-state.ts';
import { EDIT_EXPERIENCES } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { useChecklistPaths } from '../feature.tsx';
import { useAsk } from '../layout/question.tsx';
import { NEW_POST, dashboardSection as at, type LinkState } from '../paths.ts';
import styles from './attention.module.css';

/** Removes what is still of the sample, and then leads to the name. */
export const StartEmpty = ({ children }: { readonly children: string }) => {
  const request = useRequest();
  const offerUndo = useOfferUndo();
  const reloadContent = useReloadContent();
  const navigate = useNavigate();
  const ask = useAsk();
  const start = async () => {
    const { commit } = await request('POST /admin/start-empty');
    offerUndo(commit, { text: 'The sample is gone' });
    await reloadContent();
    const state: LinkState = { fields: ['profile-name'] };
    await navigate(at('identity'), { state });
  };
  const question = {
    title: 'Remove the sample?',
    text: 'The sample’s name, titles, texts, contacts and logo go, and its experiences, education, languages, achievements, posts and photos. What you have written or changed stays. It is one change, which you can undo.',
    action: children,
    dangerous: true,
    busy: 'Removing the sample…',
    failed: () => 'The sample could not be removed',
    onConfirm: start,
  };
  return <Button onClick={() => ask(question)}>{children}</Button>;
};

type Step = readonly [text: string, to: string, isDone: boolean, ...fields: string[]];

/** The key of whether the guide was shown since the app was loaded. */
const SHOWN = 'guide was shown';

/**
 * The steps of a new owner, in order: while the name is the sample's or nothing is done, and then
 * until all is done; otherwise null. Undefined until the content and the checklist have loaded.
 */
export const useGuide = () => {
  const content = useEditableContent().loaded?.response;
  const items = useChecklist();
  const store = useStoreState().response;
  const connect = useChecklistPaths()['local-only'];
  const { data: wasShown = false } = useSWR<boolean>(SHOWN, null);
  if (!content || !items) return undefined;
  const { site, profile, experiences, posts } = content;
  const sample = items.find(({ kind }) => kind === 'sample');
  const isOwn = (value: unknown, path: string): boolean =>
    hasText(value) && !sample?.fields?.some((field) => field.startsWith(path));
  const { name, title, summary, email } = profile;
  const isNamed = isOwn(name, 'profile-name') && isOwn(title, 'profile-title');
  const isTitled = isOwn(site.title, 'site-title') && isOwn(site.description, 'site-description');
  const hasSummary = isOwn(summary.replace(/!\[[^\]]*\]\([^)]*\)/g, ''), 'profile-summary');
  const hasPosts = withoutPages(posts).length > (sample?.posts.length ?? 0);
  const isAtGitHub = store?.kind === 'github';
  const steps: readonly Step[] = [
    ['Name and title', at('identity'), isNamed, 'profile-name'],
    ['A photo of yourself', at('narrative'), imagesIn(summary).length > 0, 'profile-summary'],
    ['Summary', at('narrative'), hasSummary, 'profile-summary'],
    ['Contacts', at('contact'), isOwn(email, 'profile-email'), 'profile-email'],
    ['Title and description of the site', at('site'), isTitled, 'site-title'],
    ['First experience', EDIT_EXPERIENCES, isOwn(experiences, 'experiences')],
    ['First post', NEW_POST, hasPosts],
    ['Connect GitHub', connect ?? at('store'), isAtGitHub],
    ['A backup', at('store'), isAtGitHub || store?.lastBackup !== undefined],
  ];
  const states = steps.map(([, , isDone]) => isDone);
  const isNew = (hasText(name) && !isOwn(name, 'profile-name')) || !states.includes(true);
  if (!(isNew || wasShown) || !states.includes(false)) return null;
  return { steps, hasPosts, hasSample: sample !== undefined };
};

export const Guide = ({ steps, hasSample }: NonNullable<ReturnType<typeof useGuide>>) => {
  const titleId = useId();
  const { mutate } = useSWRConfig();
  useEffect(() => {
    void mutate(SHOWN, true);
  }, [mutate]);
  return (
    <section className="stack-4" aria-labelledby={titleId}>
      <h2 id={titleId} className="larger">
        Make this site yours
      </h2>
      {hasSample && (
        <div className="line">
          <StartEmpty>Start empty</StartEmpty>
          <p className="note">What visitors read now is a sample. Remove it, or write over it.</p>
        </div>
      )}
      <ol role="list" className={styles.steps}>
        {steps.map(([text, to, isDone, ...fields]) => (
          <li key={text} className="apart divided">
            <Link to={to} state={{ fields } satisfies LinkState}>
              {text}
            </Link>
            {isDone && <Check size={18} role="img" aria-label="Done" />}
          </li>
        ))}
      </ol>
    </section>
  );
};
