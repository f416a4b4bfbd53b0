import {
  PAGE_PREFIX,
  addressOf,
  failureMessages,
  isPageId,
  nameOfId,
  postKind,
  type PostKind,
} from 'content-schema';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/form/field.tsx';
import { useField } from '../../../../ui/form/form.tsx';
import { useAsk } from '../../layout/question.tsx';
import type { NewPostId } from './post-source.ts';

const FIELD = {
  label: 'Address',
  ...{ autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
} as const;

const hintFor = (kind: PostKind) =>
  `After ${location.host}${addressOf(kind === 'page' ? PAGE_PREFIX : '')}`;

interface NewAddressProps {
  readonly kind: PostKind;
  readonly title: string;
  readonly id: NewPostId;
}

/** The address of a new post, which follows its title until it is typed in the folded field. */
export const NewAddress = ({ kind, title, id }: NewAddressProps) => {
  const { error } = useField('id');
  const name = nameOfId(id.of(title));
  return (
    <details
      ref={(details) => {
        if (details && error !== undefined) details.open = true;
      }}
    >
      <summary className="summary note">
        {location.host}
        {addressOf(id.of(title), String)} · change
      </summary>
      <TextField
        {...FIELD}
        hint={hintFor(kind)}
        path="id"
        value={name}
        onChange={id.type}
        onBlur={() => {
          if (name.trim() === '') id.type(undefined);
        }}
      />
    </details>
  );
};

interface AddressProps {
  readonly id: string;
  readonly dirty: boolean;
  /** Gives the post another id by a commit of its own. */
  readonly move: (id: string) => Promise<void>;
}

export const Address = ({ id, dirty, move }: AddressProps) => {
  const ask = useAsk();
  const change = () =>
    ask({
      title: 'Change address',
      text: 'The present address will lead to the new one. Links in your other texts are changed.',
      fields: { id: { ...FIELD, hint: hintFor(postKind({ id })) } },
      values: { id: nameOfId(id) },
      action: `Move ${postKind({ id })}`,
      onConfirm: (values) => move((isPageId(id) ? PAGE_PREFIX : '') + values.id.trim()),
      failed: () => failureMessages.savePosts,
    });
  return (
    <p className="line note">
      <span>
        {location.host}
        {addressOf(id, String)}
      </span>
      <Button variant="plain" disabled={dirty} onClick={change}>
        Change address
      </Button>
      <span role="status">{dirty && 'Save your changes first'}</span>
    </p>
  );
};
