import {
  SITE_PATH,
  isLogoPath,
  photoDetailsPath,
  photoOf,
  type CompareResponse,
  type FileChange,
  type ProposalResponse,
  counted,
} from 'content-schema';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { Decided } from '../../../data/undo.ts';
import { PROPOSALS, useProposal, usePublishProposal } from './proposals.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Checkbox } from '../../../ui/form/choice.tsx';
import { Problem } from '../../../ui/messages.tsx';
import type { ConflictWords } from '../../core/editing/changes/conflict-dialog.tsx';
import { useDecide } from '../../core/editing/changes/undo.tsx';
import formStyles from '../../core/editing/edit/edit-form.module.css';
import { CompareView } from '../../core/editing/compare/compare-view.tsx';
import { useAction } from '../../core/layout/action.tsx';
import { AdminPage, ContentPending } from '../../core/layout/admin-page.tsx';
import { Slot } from '../../core/feature.tsx';
import { ProposalFacts, UNTITLED } from './proposal-facts.tsx';
import { saveToSite } from './saving-to.tsx';
import { ReviewComments, commentsByLine } from './review-comments.tsx';
import styles from './proposals.module.css';

const BACK = { to: PROPOSALS, text: 'Back to proposals' };
const WORDS = {
  done: '',
  failed: 'No response came, so it may have been published. Look at the history.',
};

const CONFLICT_WORDS: ConflictWords = {
  title: 'Changed on the site, too',
  intro:
    'The site was changed where the proposal changes it, since the proposal began. Choose what to publish; nothing is published until then. Changes that don’t overlap are kept from both sides.',
  base: 'Before both changes',
  mine: 'Take the proposal’s',
  theirs: 'Keep it as it is now',
  dismiss: 'Cancel',
};

/** The changed file with which a file is left out: a photo's metadata with the photo, for example. */
const mainPathOf = (path: string, files: readonly FileChange[]): string => {
  const isMain = (main: string) =>
    isLogoPath(path)
      ? main === SITE_PATH
      : photoOf(main) !== undefined && photoDetailsPath(main) === path;
  return files.find((file) => isMain(file.path))?.path ?? path;
};

interface ProposalViewProps {
  readonly proposal: ProposalResponse & CompareResponse;
  readonly reload: () => void;
}

const ProposalView = ({ proposal, reload }: ProposalViewProps) => {
  const { files = [], comments } = proposal;
  const [leaveOut, setLeaveOut] = useState<readonly string[]>([]);
  const { status, run } = useAction();
  const publish = usePublishProposal();
  const decide = useDecide();
  const navigate = useNavigate();

  const press = async () => {
    const send = (decided?: Decided) => publish(proposal, leaveOut, decided);
    const goesOn = leaveOut.length > 0 && !proposal.isFork;
    const isDone = await run(async () => {
      if ((await decide(send, CONFLICT_WORDS)) === false) return;
      saveToSite();
      if (goesOn) setLeaveOut([]);
      else void navigate(PROPOSALS);
    }, WORDS);
    // It has the rest now, or may have been changed or closed since.
    if (!isDone || goesOn) reload();
  };

  const isBusy = status.state === 'busy';
  const choiceOf = (name: string, path: string) => (
    <Checkbox
      label={
        <>
          Leave out<span className="visually-hidden"> {name}</span>
        </>
      }
      checked={leaveOut.includes(path)}
      onChange={(checked) =>
        setLeaveOut(checked ? [...leaveOut, path] : leaveOut.filter((other) => other !== path))
      }
    />
  );
  const slotsOf = (file: FileChange, name: string) => {
    const main = mainPathOf(file.path, files);
    return {
      isLeftOut: leaveOut.includes(main),
      action: main === file.path && choiceOf(name, main),
      notes: commentsByLine(file, comments),
    };
  };

  return (
    <>
      <CompareView comparison={proposal} slotsOf={slotsOf}>
        <ReviewComments
          comments={comments.filter(({ path }) => !files.some((file) => file.path === path))}
        />
        {files.length === 0 && <p>No file would be changed.</p>}
      </CompareView>
      <div className={classNames('line', formStyles.bar, styles.publish)}>
        {status.state === 'error' && <Problem>{status.message}</Problem>}
        <Button variant="primary" pending={isBusy} onClick={() => void press()}>
          {isBusy ? 'Publishing…' : 'Publish'}
        </Button>
        {leaveOut.length > 0 && (
          <span className="note">
            Without {counted(leaveOut.length, 'change')}. What is left out{' '}
            {proposal.isFork ? 'becomes a proposal of its own' : 'stays in the proposal'}.
          </span>
        )}
      </div>
    </>
  );
};

const ProposalPage = () => {
  const { id = '' } = useParams();
  const { response, error, reload } = useProposal(id);
  const { title, url } = response ?? { title: 'Proposal' };
  const of = url === undefined ? 'branch' : 'pull';
  return (
    <AdminPage
      title={title || UNTITLED}
      back={BACK}
      actions={response && <Slot key={id} name="version" of={of} id={id} head={response.head} />}
    >
      {response && <ProposalFacts proposal={response} />}
      {(error !== undefined || !response) && <ContentPending error={error} retry={reload} />}
      {response && <ProposalView key={response.id} proposal={response} reload={reload} />}
    </AdminPage>
  );
};

export default ProposalPage;
