import { Search } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../../routing/lazy-part.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Status } from '../../../../ui/messages.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { TEXT_FIELDS, useWindowEvent } from '../../../../ui/use-window-event.ts';
import styles from './admin-keys.module.css';
import type { PaletteProps } from './palette.tsx';

const Palette = lazyPart(() => import('./palette.tsx'), <Status message="Loading…" />);

const MODIFIER = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  [`${MODIFIER} K`, 'Go to a post, a page, a setting or a photo'],
  [`${MODIFIER} S`, 'Save and stay'],
  [`${MODIFIER} Z`, 'Undo a save, while its message is shown'],
  [`${MODIFIER} B, I or K`, 'In the text of a post: bold, italic or a link'],
  ['Tab', 'In a list of a post: indent; after Esc, leave the text'],
  ['Esc', 'Close what is open'],
  ['?', 'Show these keys'],
];

type Shown = 'palette' | 'keys';

/** What a key press opens. In the text of a post Ctrl+K inserts a link instead. */
const openedBy = (event: KeyboardEvent): Shown | undefined => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (event.defaultPrevented || altKey) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'palette' : undefined;
  const isTyping = target instanceof Element && target.closest(TEXT_FIELDS) !== null;
  return key === '?' && !isTyping ? 'keys' : undefined;
};

/** Opens the command palette by its button or Ctrl+K, and the list of keyboard shortcuts by `?`. */
export const AdminKeys = (props: Pick<PaletteProps, 'pages'>) => {
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  useWindowEvent('keydown', (event) => {
    const opened = openedBy(event);
    if (!opened || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    setShown(opened);
  });
  return (
    <>
      <Button
        variant="plain"
        aria-label="Go to…"
        aria-keyshortcuts="Control+K"
        onClick={() => setShown('palette')}
      >
        <Search size={16} aria-hidden="true" />
        <kbd className={classNames('wide-only', styles.shortcut)} aria-hidden="true">
          {MODIFIER} K
        </kbd>
      </Button>
      {shown === 'palette' && (
        <Dialog title="Go to" onClose={close}>
          <Palette onClose={close} {...props} />
        </Dialog>
      )}
      {shown === 'keys' && (
        <Dialog title="Keys" onClose={close} actions={<Button onClick={close}>Close</Button>}>
          <dl className={classNames('small stack-2', styles.keys)}>
            {KEYS.map(([keys, does]) => (
              <div key={does}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
};
