import {
  Bold,
  Code,
  Heading2,
  FileSymlink,
  ImagePlus,
  Italic,
  Link,
  List,
  Table,
  TextQuote,
  type LucideIcon,
} from 'lucide-react';
import { memo, useRef, type KeyboardEvent } from 'react';
import { IconButton } from '../../layout/icon-button.tsx';
import type { EditName, Picked } from './markdown-edits.ts';
import { continueLine, indentItems, isInList } from './list-edits.ts';
import { replaceText, selectionOf } from './text-area.ts';
import styles from './content-field.module.css';

interface Tool {
  readonly name: EditName;
  readonly label: string;
  readonly icon: LucideIcon;
  /** The letter of its shortcut with Ctrl or Cmd. */
  readonly key?: string;
}

const TOOLS: readonly Tool[] = [
  { name: 'bold', label: 'Bold', icon: Bold, key: 'b' },
  { name: 'italic', label: 'Italic', icon: Italic, key: 'i' },
  { name: 'link', label: 'Link', icon: Link, key: 'k' },
  { name: 'heading', label: 'Heading', icon: Heading2 },
  { name: 'list', label: 'List', icon: List },
  { name: 'quote', label: 'Quote', icon: TextQuote },
  { name: 'code', label: 'Code', icon: Code },
  { name: 'table', label: 'Table', icon: Table },
];

const editOfKeys = (event: KeyboardEvent): EditName | undefined => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return undefined;
  return TOOLS.find(({ key }) => key === event.key.toLowerCase())?.name;
};

interface ToolbarProps {
  readonly controls: string;
  /** Whether it offers only pictures. */
  readonly isShort: boolean;
  readonly onEdit: (name: EditName) => void;
  readonly onPick: (what: Picked) => void;
}

export const Toolbar = memo(({ controls, isShort, onEdit, onPick }: ToolbarProps) => (
  <div className={styles.toolbar} role="group" aria-label="Formatting">
    {(isShort ? [] : TOOLS).map(({ name, label, icon, key }) => (
      <IconButton
        key={name}
        label={label}
        icon={icon}
        aria-controls={controls}
        aria-keyshortcuts={key && `Control+${key.toUpperCase()} Meta+${key.toUpperCase()}`}
        title={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
        onClick={() => onEdit(name)}
      />
    ))}
    {!isShort && (
      <IconButton label="Link to a post" icon={FileSymlink} onClick={() => onPick('post')} />
    )}
    <IconButton
      label="Insert image"
      icon={ImagePlus}
      className={styles.insert}
      onClick={() => onPick('photo')}
    >
      <span>Insert image</span>
    </IconButton>
  </div>
));

/** Handles shortcuts, Enter in lists and quotes, and Tab in lists; after Esc, Tab leaves. */
export const useTextKeys = (edit: (name: EditName) => void) => {
  const isFreed = useRef(false);

  const breakLine = (area: HTMLTextAreaElement): boolean => {
    // An inserted image already has an empty line below.
    if (/!\[[^\n]*\)\n\n$/.test(area.value.slice(0, area.selectionStart))) return true;
    const next = continueLine(selectionOf(area));
    if (next) replaceText(area, next);
    return next !== undefined;
  };
  const moveItems = (area: HTMLTextAreaElement, by: 'in' | 'out'): boolean => {
    if (isFreed.current || !isInList(selectionOf(area))) return false;
    const moved = indentItems(selectionOf(area), by);
    if (moved) replaceText(area, moved);
    return moved !== undefined || by === 'in';
  };
  const act = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const { key, shiftKey, currentTarget: area } = event;
    const name = editOfKeys(event);
    if (name !== undefined) edit(name);
    if (event.ctrlKey || event.metaKey || event.altKey) return name !== undefined;
    if (key === 'Enter') return !shiftKey && breakLine(area);
    return key === 'Tab' && moveItems(area, shiftKey ? 'out' : 'in');
  };

  return (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // Ignores keys that an input method or the slash menu has handled.
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (act(event)) event.preventDefault();
    if (event.key !== 'Tab' && event.key !== 'Shift') isFreed.current = event.key === 'Escape';
  };
};
