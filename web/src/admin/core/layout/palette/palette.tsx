import { Command } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useEditableContent } from '../../../../data/editable-content.ts';
import { usePhotos } from '../../../../data/photos.ts';
import type { AdminPage } from '../../define-admin-page.ts';
import { findEntries } from './entries.ts';
import { classNames } from '../../../../ui/class-names.ts';
import fieldStyles from '../../../../ui/form/field.module.css';
import styles from './palette.module.css';

interface PaletteProps {
  readonly onClose: () => void;
  readonly pages: readonly AdminPage[];
}

const Palette = ({ onClose, pages }: PaletteProps) => {
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const { loaded } = useEditableContent();
  const { photos } = usePhotos();
  const navigate = useNavigate();
  const allEntries = findEntries(query, pages, loaded?.response.posts ?? [], photos ?? []);
  // The dialog's own focus comes first.
  useEffect(() => field.current?.focus(), []);
  const go = (to: string) => {
    onClose();
    void navigate(to);
  };
  return (
    <Command
      label="Go to"
      shouldFilter={false}
      loop
      className={classNames('stack-3', styles.palette)}
    >
      <Command.Input
        ref={field}
        value={query}
        onValueChange={setQuery}
        placeholder="Posts, pages, settings, photos"
        className={fieldStyles.control}
      />
      <Command.List className={classNames('small', styles.list)} label="Found">
        <Command.Empty className={classNames('muted', styles.empty)}>
          Nothing matches.
        </Command.Empty>
        {[...Map.groupBy(allEntries, ({ group }) => group)].map(([group, entries]) => (
          <Command.Group key={group} heading={group} className={styles.group}>
            {entries.map(({ text, to, note }) => (
              <Command.Item
                key={to}
                value={`${group} ${to}`}
                onSelect={() => go(to)}
                className={styles.item}
              >
                <span className="clamped" dir="auto">
                  {text}
                </span>
                {note !== undefined && <span className="muted">{note}</span>}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
};

export default Palette;
