import { useState, type ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { useProposals } from './use-proposals.ts';
import type { Proposed } from '../../../data/request.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { proposalPath } from '../../core/paths.ts';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import { Problem } from '../../../ui/messages.tsx';

const NEW = 'new';

interface ProposeDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly propose: (id: string) => void;
}

/** Asks whether unsaved edits are a proposal of their own or part of an open one. */
export const ProposeDialog = ({ open, onClose, propose }: ProposeDialogProps) => {
  const { proposals = [] } = useProposals().response ?? {};
  const [chosen, setChosen] = useState(NEW);
  // A fork belongs to somebody else.
  const options = proposals.flatMap(({ id, title, isFork }) =>
    isFork ? [] : { value: id, label: `Add to “${title}”` },
  );
  const id = options.some(({ value }) => value === chosen) ? chosen : NEW;
  return (
    <Dialog
      open={open}
      title="Propose instead of publish"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              propose(id);
            }}
          >
            Propose
          </Button>
        </>
      }
    >
      <div className="stack-4">
        <p>
          The site stays as it is. The change waits under Proposals, where it can be read and
          published later.
        </p>
        {options.length > 0 && (
          <RadioGroup
            path="proposal"
            label="Propose it"
            value={id}
            onChange={setChosen}
            options={[{ value: NEW, label: 'As a proposal of its own' }, ...options]}
          />
        )}
      </div>
    </Dialog>
  );
};

type OfferProps = Pick<ComponentProps<typeof Button>, 'onClick' | 'pending'>;

/** Says that GitHub takes a change only as a proposal, and offers that. */
export const ProposeOffer = (button: OfferProps) => (
  <Problem>
    The branch is protected, so GitHub takes this only as a proposal.{' '}
    <Button variant="plainStrong" {...button}>
      Propose it
    </Button>
  </Problem>
);

/** The button that was pressed is gone, and the focus with it. */
const focusIfLost = (link: HTMLAnchorElement | null) => {
  if (document.activeElement === document.body) link?.focus();
};

/** Says what the edits became, with links to read it. */
export const ProposedLinks = ({ id, title, url }: Proposed) => (
  <>
    Proposed:{' '}
    <Link ref={focusIfLost} to={proposalPath(id)}>
      “{title}”
    </Link>
    {url !== undefined && (
      <>
        {' · '}
        <a href={url}>At GitHub</a>
      </>
    )}
  </>
);
