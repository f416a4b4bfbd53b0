import { failureMessages } from 'content-schema';
import { postPath } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import type { Question } from '../../layout/form-dialog.tsx';
import type { NewPostId } from './post-source.ts';

const BEGINNING = `${location.host}${postPath('')}`;

const FIELD = {
  ...{ label: 'Address', hint: `After ${BEGINNING}` },
  ...{ autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
} as const;

interface NewAddressProps {
  readonly title: string;
  readonly id: NewPostId;
}

/** The address of a new post, which follows its title until it is typed. */
export const NewAddress = ({ title, id }: NewAddressProps) => (
  <TextField
    {...FIELD}
    path="id"
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

/** Asks for another address of a post, and moves it there by a commit of its own. */
export const moveQuestion = (id: string, move: (id: string) => Promise<void>): Question => ({
  title: 'Change address',
  text: 'The present address will lead to the new one. Links in your other texts are changed.',
  fields: { id: FIELD },
  values: { id },
  action: 'Move post',
  onSubmit: (values) => move(values.id.trim()),
  failed: () => failureMessages.savePosts,
});
