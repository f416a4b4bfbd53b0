import { counted } from 'content-schema';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Checkbox } from '../../../ui/form/choice.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { FileButton } from '../../../ui/form/file-button.tsx';
import { Problem } from '../../../ui/messages.tsx';
import fieldStyles from '../../../ui/form/field.module.css';
import { isSent, type ImportRow } from './import-rows.ts';
import styles from './import-posts.module.css';
import type { ImportHook } from './use-import.ts';

interface OldAddressesPanelProps {
  readonly rows: readonly ImportRow[];
  readonly oldSite: ImportHook['oldSite'];
  readonly disabled: boolean;
}

/** Says which of the old site's addresses will work, and takes what the owner says of the others. */
export const OldAddressesPanel = ({ rows, oldSite, disabled }: OldAddressesPanelProps) => {
  const { addresses, old, setOld, addLists } = oldSite;
  const [text, setText] = useState('');
  const id = useId();
  if (!addresses) return null;
  const { list, choices, problem, usesGuesses } = old;
  const { owners, left, leftLists } = addresses;
  const titles = new Map(
    rows
      .filter((row) => (row.problem === undefined ? isSent(row) : row.id !== undefined))
      .map(({ chosen, preview }) => [chosen.path, preview?.post.title]),
  );
  const isOut = (key: string) => owners.has(key) && !titles.has(owners.get(key) ?? '');
  const out = [...left, ...[...list.keys()].filter(isOut)];
  const asked = [...new Set([...choices.keys(), ...out])];
  const failing = out.length + leftLists.length;
  const guesses = rows.flatMap((row) => row.old).filter(({ isGuess }) => isGuess).length;
  return (
    <section className="stack-3" aria-label="Old addresses">
      {problem !== '' && <Problem>{problem}</Problem>}
      {list.size > 0 && (
        <p>
          Of {counted(list.size, 'old address', 'old addresses')} {list.size - failing} will work
          {failing > 0 && `; these ${failing} won’t`}
        </p>
      )}
      {asked.length > 0 && (
        <ul className={classNames('stack-2', styles.files)}>
          {asked.map((key) => (
            <li key={key}>
              <label htmlFor={id + key}>{key}</label>
              <input
                id={id + key}
                className={fieldStyles.control}
                list={`${id}files`}
                placeholder="Leave it, or choose the file of its post"
                disabled={disabled}
                onBlur={({ target: { value } }) =>
                  setOld({ ...old, choices: new Map([...choices, [key, value]]) })
                }
              />
            </li>
          ))}
        </ul>
      )}
      <datalist id={`${id}files`}>
        {asked.length > 0 &&
          Array.from(titles, ([path, title]) => (
            <option key={path} value={path}>
              {title}
            </option>
          ))}
      </datalist>
      {leftLists.length > 0 && (
        <p className="count">Lists and feeds among them: {leftLists.join(', ')}</p>
      )}
      {guesses > 0 && (
        <Checkbox
          label={`Let ${counted(guesses, 'guessed address', 'guessed addresses')} lead to the posts`}
          checked={usesGuesses}
          onChange={(checked) => setOld({ ...old, usesGuesses: checked })}
        />
      )}
      <details>
        <summary>Add the addresses of the old site</summary>
        <TextField
          path={id}
          label="Sitemap, feed, or one address in each line"
          rows={3}
          value={text}
          onChange={setText}
        />
        <div className="cluster-3">
          <Button disabled={disabled || text.trim() === ''} onClick={() => addLists([text])}>
            Use these
          </Button>
          <FileButton
            accept=".xml,.txt,.csv"
            multiple
            disabled={disabled}
            onChoose={(files) => void Promise.all(files.map((file) => file.text())).then(addLists)}
          >
            Choose a file of them
          </FileButton>
        </div>
      </details>
    </section>
  );
};
