import {
  failureMessages,
  type ChecklistItem,
  type ChecklistKind,
  type MissedAddress,
  counted,
} from 'content-schema';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useChecklist } from '../../../data/use-store-state.ts';
import { usePosts } from '../../../data/posts.ts';
import { editPostPath } from '../../../paths.ts';
import { dashboardSection } from '../paths.ts';
import { useChecklistPaths } from '../feature.tsx';
import { FileProblems, useFileProblems } from '../editing/edit/file-problems.tsx';
import { ActionButton } from '../layout/action.tsx';
import listStyles from '../layout/list-fields.module.css';
import { SelectField } from '../layout/list-fields.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './attention.module.css';
import { Guide, StartEmpty, useGuide } from './guide.tsx';

/** For items that are counted: what follows the number, for one and for several. */
const WORDS: Readonly<Record<ChecklistKind, string | readonly [one: string, several: string]>> = {
  'sign-in-reset': 'Sign-ins were reset: all sessions ended, and passkeys may be missing',
  sample: ['part of the sample is still public', 'parts of the sample are still public'],
  'undescribed-pictures': ['picture has no description', 'pictures have no description'],
  'dead-links': ['link leads nowhere', 'links lead nowhere'],
  'renamed-posts': [
    'old address of a renamed post is not in its file',
    'old addresses of renamed posts are not in their files',
  ],
  'missed-addresses': ['missing address was requested', 'missing addresses were requested'],
  'public-repository': [
    'hidden or planned post can be read by anyone at GitHub',
    'hidden or planned posts can be read by anyone at GitHub',
  ],
  'local-only': 'Connect GitHub',
  'old-backup': 'The last backup is over 30 days old',
};

/** The form for an item; absent for items that link to posts, or that lead to a page of a feature. */
const FORMS: Partial<Record<ChecklistKind, string>> = {
  'public-repository': dashboardSection('store'),
  'old-backup': dashboardSection('store'),
};

const REMARKS: Partial<Record<ChecklistKind, string>> = {
  'sign-in-reset':
    'What was stored about them was not sealed by this site. After an update, another SESSION_SECRET or a new name of the repository that is expected; else see who can write to the repository.',
  'public-repository': 'The repository is public.',
  'local-only':
    'The site is only on this disk: connect a repository, or download a backup under “Content store”.',
  'old-backup': 'The site was changed since.',
};

const ADDED = { done: 'The address leads to the post', failed: failureMessages.savePosts };

const MissedAddressRow = ({ path, count }: MissedAddress) => {
  const { stored, addAlias } = usePosts();
  const posts = stored?.response ?? [];
  const [id, setId] = useState('');
  const options = posts.map((post) => [post.id, post.title] as const);
  return (
    <li className={listStyles.fields}>
      {path} <span className="remark">{counted(count, 'time')}</span>
      <SelectField
        label={`The post for ${path}`}
        options={[['', 'Choose a post'], ...options]}
        value={id}
        onChange={setId}
      />
      {id !== '' && (
        <ActionButton act={() => addAlias(id, path)} words={ADDED}>
          Redirect to this post
        </ActionButton>
      )}
    </li>
  );
};

const Row = ({ kind, count, posts, addresses = [] }: ChecklistItem) => {
  const { addAlias } = usePosts();
  const words = WORDS[kind];
  const to = useChecklistPaths()[kind] ?? FORMS[kind];
  const remark = REMARKS[kind];
  const text = typeof words === 'string' ? words : counted(count, ...words);
  return (
    <li>
      {to === undefined ? text : <Link to={to}>{text}</Link>}
      {remark !== undefined && <span className="remark">{remark}</span>}
      {kind === 'sample' && <StartEmpty>Remove the rest of the sample</StartEmpty>}
      {addresses.length > 0 && (
        <ul role="list" className={classNames('stack-3', styles.posts)}>
          {addresses.map((missed) => (
            <MissedAddressRow key={missed.path} {...missed} />
          ))}
        </ul>
      )}
      {posts.length > 0 && (
        <ul role="list" className={classNames('stack-1', styles.posts)}>
          {posts.map(({ id, title, paths = [] }) => (
            <li key={id} dir="auto">
              <Link to={editPostPath(id)}>{title}</Link>
              {paths.length > 0 && <span className="remark">{paths.join(', ')}</span>}
              {kind === 'renamed-posts' &&
                paths.map((path) => (
                  <ActionButton key={path} act={() => addAlias(id, path)} words={ADDED}>
                    Keep the old address
                  </ActionButton>
                ))}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

const Checklist = ({ items }: { readonly items: readonly ChecklistItem[] }) => {
  const titleId = useId();
  if (items.length === 0) return null;
  return (
    <section className={classNames('card small stack-4', styles.card)} aria-labelledby={titleId}>
      <h2 id={titleId} className="heading">
        Left to do
      </h2>
      <ul role="list" className={classNames('stack-3', styles.list)}>
        {items.map((item) => (
          <Row key={item.kind} {...item} />
        ))}
      </ul>
    </section>
  );
};

/** What needs the owner, in one line that unfolds. Renders nothing if nothing does. */
const OpenTasks = ({ isGuided }: { readonly isGuided: boolean }) => {
  const problems = useFileProblems();
  // A newer API may have items that this version of the app has no words for.
  const items = (useChecklist() ?? []).filter(
    ({ kind }) => Object.hasOwn(WORDS, kind) && !(isGuided && /^(sample|local-only)$/.test(kind)),
  );
  const [isOpen, setIsOpen] = useState(false);
  if (problems.length + items.length === 0) return null;
  const counts = [
    problems.length > 0 && counted(problems.length, 'problem in a file', 'problems in files'),
    items.length > 0 && counted(items.length, 'thing left to do', 'things left to do'),
  ];
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary
        className={classNames('summary note', styles.summary)}
        data-problem={problems.length > 0}
      >
        {counts.filter(Boolean).join(', ')} ·{' '}
        <span className={styles.toggle}>{isOpen ? 'hide' : 'show'}</span>
      </summary>
      <div className={classNames('stack-5', styles.parts)}>
        <FileProblems title="Problems in files" problems={problems}>
          Check these files: some can’t be read, others may not say what you meant.
        </FileProblems>
        <Checklist items={items} />
      </div>
    </details>
  );
};

/** The latest posts and what needs the owner; for a new owner the guide comes first. */
export const Attention = ({ children: latestPosts }: { readonly children: ReactNode }) => {
  const guide = useGuide();
  if (guide === undefined) return null;
  return (
    <>
      {guide && <Guide {...guide} />}
      {(!guide || guide.hasPosts) && latestPosts}
      <OpenTasks isGuided={guide !== null} />
    </>
  );
};
