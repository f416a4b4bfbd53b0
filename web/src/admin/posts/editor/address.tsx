import { failureMessages } from 'content-schema';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../data/request.ts';
import { postPath } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Problem } from '../../../ui/messages.tsx';
import type { NewPostId } from './post-source.ts';

const BEGINNING = `${location.host}${postPath('')}`;

const TYPING = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

interface NewAddressProps {
  readonly title: string;
  readonly id: NewPostId;
}

/** The address of a new post, which follows its title until it is typed. */
export const NewAddress = ({ title, id }: NewAddressProps) => (
  <TextField
    {...TYPING}
    path="id"
    label="Address"
    hint={`After ${BEGINNING}`}
    value={id.of(title)}
    onChange={id.type}
    onBlur={({ target }) => {
      if (target.value.trim() === '') id.type(undefined);
    }}
  />
);

interface AddressProps {
  readonly id: string;
  /** Whether there are unsaved changes. */
  readonly dirty: boolean;
  readonly onChange: () => void;
}

/** The address of a stored post. */
export const Address = ({ id, dirty, onChange }: AddressProps) => (
  <p className="line note">
    <span>
      {BEGINNING}
      {id}
    </span>
    <Button variant="plain" disabled={dirty} onClick={onChange}>
      Change address
    </Button>
    <span role="status">{dirty && 'Save your changes first'}</span>
  </p>
);

interface MoveFormProps {
  readonly id: string;
  readonly move: (id: string) => Promise<void>;
  readonly onClose: () => void;
}

const MoveForm = ({ id, move, onClose }: MoveFormProps) => {
  const [typed, setTyped] = useState(id);
  const [failure, setFailure] = useState<unknown>();
  const [rejections, setRejections] = useState(0);
  const [busy, setBusy] = useState(false);
  const issues = failure instanceof ApiError ? failure.issues : [];
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await move(typed.trim());
      onClose();
    } catch (error) {
      setFailure(error);
      setRejections(rejections + 1);
    }
    setBusy(false);
  };
  return (
    <Form
      className="stack-4"
      issues={issues}
      rejections={rejections}
      onSubmit={() => void submit()}
    >
      <TextField
        {...TYPING}
        path="id"
        label="Address"
        hint={`After ${BEGINNING}`}
        value={typed}
        onChange={setTyped}
      />
      <p>The present address will lead to the new one. Links in your other texts are changed.</p>
      {failure !== undefined && issues.length === 0 && (
        <Problem>{messageOf(failure, failureMessages.savePosts)}</Problem>
      )}
      <div className="cluster-3">
        <Button variant="primary" type="submit" pending={busy}>
          Move post
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
};

interface MoveDialogProps extends MoveFormProps {
  readonly open: boolean;
}

/** Asks for another address of a post, and moves it there by a commit of its own. */
export const MoveDialog = ({ open, ...props }: MoveDialogProps) => (
  <Dialog open={open} title="Change address" onClose={props.onClose}>
    {open && <MoveForm {...props} />}
  </Dialog>
);
