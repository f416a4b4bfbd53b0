import {
  decodeAddress,
  postPath as postFile,
  type CompareResponse,
  type PostLink,
  type SiteVersionResponse,
} from 'content-schema';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useEditableContent } from '../../../data/editable-content.ts';
import { useCompared } from '../../../data/use-loaded.ts';
import { FAILED, useHistoryCalls } from './use-history.ts';
import { BLOGS, HOME } from '../../../paths.ts';
import { HISTORY, commitPath, sitePath } from './paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import fieldStyles from '../../../ui/form/field.module.css';
import { Switch } from '../../../ui/form/choice.tsx';
import {
  dayOfChange,
  momentOfChange,
  subjectText,
} from '../../core/editing/changes/change-names.ts';
import { ActionNote, useAction } from '../../core/layout/action.tsx';
import { AdminPage, ContentPending } from '../../core/layout/admin-page.tsx';
import { publishedBetween } from './published-posts.ts';
import { Slot } from '../../core/feature.tsx';
import { useAsk } from '../../core/layout/question.tsx';
import { CompareView, siteAt } from '../../core/editing/compare/compare-view.tsx';
import { SiteFrame } from '../../core/editing/compare/site-frame.tsx';
import { VersionSteps } from './version-steps.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './site-page.module.css';

const BACK = { to: HISTORY, text: 'Back to history' };
const TOO_EARLY = 'The site had no version on that day yet';
const RESTORE_FAILED = 'It could not be brought back';
const RESTORE_POST =
  'Visitors see the post as it was then. This replaces what was changed in it since, and can be undone.';

const MARKED = { missing: 'There is no such page today.', marked: 'visitors no longer see' };

/** In the browser's time zone, and in the form of the field: `2026-01-31`. */
const dayInField = new Intl.DateTimeFormat('sv', { dateStyle: 'short' });

const RestoreSiteText = ({ leaving }: { readonly leaving: readonly PostLink[] }) => (
  <>
    <p>Every page becomes what it was then, photos included, by one change. It can be undone.</p>
    <p>
      Posts that were written since leave the site and stay in the history; photos that were
      uploaded since stay among your photos.
    </p>
    {leaving.length > 0 && (
      <>
        <p>These posts leave the site:</p>
        <ul>
          {leaving.map(({ id, title }) => (
            <li key={id} dir="auto">
              {title}
            </li>
          ))}
        </ul>
      </>
    )}
  </>
);

interface SiteViewProps {
  readonly version: SiteVersionResponse & CompareResponse;
  readonly busy: boolean;
}

const SiteView = ({ version, busy }: SiteViewProps) => {
  const { commit, to, changes = [] } = version;
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [page, setPage] = useState(query.get('page') ?? HOME);
  /** Counts the pages opened from outside the frame. */
  const [opened, setOpened] = useState(0);
  const { commitAt, restore: restoreFile, restoreSite } = useHistoryCalls();
  const { status, run } = useAction();
  const [marking, setMarking] = useState(false);
  const ask = useAsk();
  const isPresent = changes.length === 0;
  const posts = useEditableContent().loaded?.response.posts ?? [];
  // Before the next change, which has a version of its own.
  const until = version.newer ? Date.parse(version.newer.date) : undefined;
  const published = publishedBetween(posts, Date.parse(commit.date), until);

  const show = (sha: string) => void navigate(sitePath(sha), { replace: true });
  const openPage = (next: string) => {
    setPage(next);
    setOpened((count) => count + 1);
  };
  const openDay = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get('day');
    if (typeof chosen !== 'string') return;
    const end = new Date(`${chosen}T23:59:59.999`);
    const act = async () => {
      const sha = await commitAt(end);
      if (sha === undefined) throw new Error();
      show(sha);
    };
    const day = dayOfChange(end.toISOString());
    void run(act, { done: `The site at the end of ${day}`, failed: TOO_EARLY });
  };

  const changedPosts = changes.filter((change) => change.kind === 'post');
  const post = changedPosts.find(
    ({ id, status }) => `${BLOGS}/${id}` === decodeAddress(page) && status !== 'added',
  );
  const askToRestore = (what: string, text: ReactNode, done: string, act: () => Promise<void>) =>
    ask({
      title: `Bring ${what} back to ${dayOfChange(commit.date)}?`,
      text,
      action: 'Bring it back',
      onConfirm: () => void run(act, { done, failed: RESTORE_FAILED }),
    });
  const askForSite = () => {
    const leaving = changedPosts.filter(({ status }) => status === 'added');
    const text = <RestoreSiteText leaving={leaving} />;
    askToRestore('the whole site', text, 'The site is back', () => restoreSite(commit.sha));
  };
  const askForPost = ({ id, title }: PostLink) =>
    askToRestore(`“${title}”`, RESTORE_POST, 'The post is back', () =>
      restoreFile(commit.sha, postFile(id)),
    );

  return (
    <>
      <div className={classNames('stack-4', styles.bar)}>
        <p className="facts">
          <time className="title larger" dateTime={commit.date}>
            {momentOfChange(commit.date)}
          </time>
          <ButtonLink variant="plain" to={commitPath(commit.sha)}>
            {subjectText(commit)}
          </ButtonLink>
        </p>
        <VersionSteps older={version.older} newer={version.newer} busy={busy} onStep={show}>
          <form key={commit.sha} onSubmit={openDay}>
            <input
              aria-label="Date"
              className={fieldStyles.control}
              type="date"
              name="day"
              required
              defaultValue={dayInField.format(new Date(commit.date))}
            />
            <Button type="submit" pending={busy}>
              Show
            </Button>
          </form>
        </VersionSteps>
        {published.map(({ date, post: { id, title } }) => (
          <p key={id} className="note">
            “<span dir="auto">{title}</span>” became public on {momentOfChange(date)}
          </p>
        ))}
      </div>
      <div className={classNames('stack-6', styles.columns)}>
        <SiteFrame
          key={`${commit.sha} ${opened}`}
          title="The site as it was"
          address={siteAt(commit.sha)}
          page={page}
          other={marking && !isPresent ? { address: siteAt(to), ...MARKED } : undefined}
          onPage={setPage}
        />
        <aside className={classNames('stack-5', styles.side)} aria-label="What has changed since">
          <CompareView comparison={version} onOpen={openPage}>
            <h2 className="large">What has changed since</h2>
          </CompareView>
          {!isPresent && (
            <div className="stack-3 start">
              <Switch label="Mark it on the page" checked={marking} onChange={setMarking} />
              {post && (
                <Button pending={status.state === 'busy'} onClick={() => askForPost(post)}>
                  Bring back this post
                </Button>
              )}
              <Button pending={status.state === 'busy'} onClick={askForSite}>
                Bring the whole site back to this
              </Button>
            </div>
          )}
        </aside>
      </div>
      <ActionNote status={status} />
    </>
  );
};

const SitePage = () => {
  const { commit = '' } = useParams();
  const input = { params: { commit } };
  const { response, error, reload } = useCompared('GET /history/{commit}/site', input, FAILED);
  return (
    <AdminPage
      title="The site as it was"
      back={BACK}
      actions={<Slot key={commit} name="version" of="commit" id={commit} />}
    >
      {response && error === undefined ? (
        <SiteView version={response} busy={response.commit.sha !== commit} />
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};

export default SitePage;
