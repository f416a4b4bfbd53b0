import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import styles from './entry-list.module.css';
import { EntryTool } from './entry-tool.tsx';

interface EntryProps {
  readonly noun: string;
  readonly index: number;
  /** How many entries there are. */
  readonly count: number;
  readonly title: string;
  readonly dragged: boolean;
  /** Called when the entry is taken to be dragged, with the pointer at `y`. */
  readonly onGrab: (y: number) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** One entry of a list that is edited. */
export const Entry = (props: EntryProps) => {
  const { noun, index, count, title, dragged, onGrab, onMove, onRemove, children } = props;
  const headingId = useId();
  const name = `${noun} ${index + 1}`;
  return (
    <li className={styles.entry} data-dragged={dragged}>
      <div role="group" aria-labelledby={headingId} className={styles.group}>
        <div className={styles.head}>
          <span
            className={styles.handle}
            title="Drag to put in order"
            onPointerDown={(event) => {
              if (event.button === 0) onGrab(event.clientY);
            }}
          >
            <GripVertical size={18} aria-hidden="true" />
          </span>
          <h3 id={headingId} className={styles.title}>
            {capitalised(name)}
            {title !== '' && <span className={styles.what}>{title}</span>}
          </h3>
          <div className={styles.tools}>
            <EntryTool
              label={`Move ${name} up`}
              idle={index === 0}
              onPress={() => onMove(index - 1)}
            >
              <ArrowUp size={18} aria-hidden="true" />
            </EntryTool>
            <EntryTool
              label={`Move ${name} down`}
              idle={index === count - 1}
              onPress={() => onMove(index + 1)}
            >
              <ArrowDown size={18} aria-hidden="true" />
            </EntryTool>
            <EntryTool label={`Remove ${name}`} onPress={onRemove}>
              <Trash2 size={18} aria-hidden="true" />
            </EntryTool>
          </div>
        </div>
        <div className={styles.fields}>{children}</div>
      </div>
    </li>
  );
};
