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
import { IconButton } from '../../layout/icon-button.tsx';
import type { EditName } from './markdown-edits.ts';
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

/** The edit of a keyboard shortcut; undefined for other keys. */
export const editOfKeys = (
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): EditName | undefined => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return undefined;
  return TOOLS.find(({ key }) => key === event.key.toLowerCase())?.name;
};

interface ToolbarProps {
  readonly controls: string;
  readonly onEdit: (name: EditName) => void;
  readonly onLinkPost: () => void;
  readonly onInsertImage: () => void;
}

/** The buttons that format the selected text. */
export const Toolbar = ({ controls, onEdit, onLinkPost, onInsertImage }: ToolbarProps) => (
  <div className={styles.toolbar} role="group" aria-label="Formatting">
    {TOOLS.map(({ name, label, icon, key }) => (
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
    <IconButton label="Link to a post" icon={FileSymlink} onClick={onLinkPost} />
    <IconButton
      label="Insert image"
      icon={ImagePlus}
      className={styles.insert}
      onClick={onInsertImage}
    >
      <span className={styles.word}>Insert image</span>
    </IconButton>
  </div>
);
