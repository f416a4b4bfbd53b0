import { hasText, sectionsMessages } from 'content-schema';
import { ArrowDown, ArrowUp, ChevronRight, GripVertical, Plus, Trash2 } from 'lucide-react';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../layout/icon-button.tsx';
import { useAsk } from '../../layout/question.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { useWindowEvent } from '../../../../ui/use-window-event.ts';
import styles from './entry-list.module.css';
import { useEntries, type EntriesOptions } from './use-entries.ts';

interface EntryProps {
  readonly noun: string;
  readonly index: number;
  readonly count: number;
  readonly title: string;
  readonly detail: string;
  readonly level: 3 | 4;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly dragged: boolean;
  readonly onGrab: (y: number) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const CONTROLS = 'input, textarea, button, select';

/** Takes a closed entry's fields out of the tab order. Focusing them otherwise opens the entry. */
const useTabbable = (fields: RefObject<HTMLElement | null>, isTabbable: boolean): void => {
  useEffect(() => {
    for (const control of fields.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? []) {
      control.tabIndex = isTabbable ? 0 : -1;
    }
  }, [fields, isTabbable]);
};

const Entry = (props: EntryProps) => {
  const { noun, index, count, title, detail, level, open, onOpen } = props;
  const { dragged, onGrab, onMove, onRemove, children } = props;
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  useTabbable(fields, open);
  const name = `${noun} ${index + 1}`;
  const Heading = `h${level}` as const;
  return (
    <li className={styles.entry} data-dragged={dragged}>
      <div role="group" aria-labelledby={id} className={classNames('card', styles.group)}>
        <div className={styles.head}>
          <span
            className={styles.handle}
            title="Drag to reorder"
            onPointerDown={(event) => {
              if (event.button === 0) onGrab(event.clientY);
            }}
          >
            <GripVertical size={18} aria-hidden="true" />
          </span>
          <Heading className={styles.title}>
            <button
              type="button"
              id={id}
              className={classNames('bare', styles.toggle)}
              aria-expanded={open}
              aria-controls={`${id}-fields`}
              onClick={() => onOpen(!open)}
            >
              <ChevronRight size={18} aria-hidden="true" className={styles.chevron} />
              <span>
                {capitalised(name)}
                {detail !== '' && ` · ${detail}`}
                {title !== '' && <span className={classNames('strong', styles.what)}>{title}</span>}
              </span>
            </button>
          </Heading>
          <div className={styles.tools}>
            {/* They stay focusable where they do nothing. */}
            <IconButton
              label={`Move ${name} up`}
              icon={ArrowUp}
              aria-disabled={index === 0}
              onClick={() => index > 0 && onMove(index - 1)}
            />
            <IconButton
              label={`Move ${name} down`}
              icon={ArrowDown}
              aria-disabled={index === count - 1}
              onClick={() => index < count - 1 && onMove(index + 1)}
            />
            <IconButton label={`Remove ${name}`} icon={Trash2} onClick={onRemove} />
          </div>
        </div>
        <div
          ref={fields}
          id={`${id}-fields`}
          role="presentation"
          className={classNames('stack-4', styles.fields)}
          data-open={open}
          onFocus={() => {
            if (!open) onOpen(true);
          }}
        >
          {children}
        </div>
      </div>
    </li>
  );
};

interface Drag {
  readonly index: number;
  readonly startY: number;
}

const middleOf = (element: Element | undefined): number => {
  const { top, height } = element?.getBoundingClientRect() ?? new DOMRect();
  return top + height / 2;
};

/** An entry swaps places with a neighbour once the pointer has passed the neighbour's middle. */
const positionAt = (entries: HTMLCollection, index: number, y: number): number => {
  if (index > 0 && y < middleOf(entries[index - 1])) return index - 1;
  if (index < entries.length - 1 && y > middleOf(entries[index + 1])) return index + 1;
  return index;
};

/** Reorders the children of `list` by dragging, during which the list may shrink. */
const useDragOrder = (
  list: RefObject<HTMLElement | null>,
  move: (from: number, to: number) => void,
) => {
  const [drag, setDrag] = useState<Drag>();
  const last = useRef<Drag>(undefined);
  const isDragging = drag !== undefined;

  const follow = ({ clientY }: PointerEvent) => {
    if (!drag || !list.current) return;
    const to = positionAt(list.current.children, drag.index, clientY);
    if (to === drag.index) return;
    last.current = { ...drag, index: to };
    setDrag(last.current);
    move(drag.index, to);
  };
  const end = () => setDrag(undefined);
  useWindowEvent('pointermove', follow, isDragging);
  useWindowEvent('pointerup', end, isDragging);
  useWindowEvent('pointercancel', end, isDragging);

  useLayoutEffect(() => {
    const entry = last.current && list.current?.children[last.current.index];
    if (!last.current || !entry) return;
    if (isDragging) {
      scrollBy({ top: middleOf(entry) - last.current.startY, behavior: 'instant' });
    } else {
      entry.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    }
  }, [isDragging, list]);

  const grab = (index: number, y: number) => {
    last.current = { index, startY: y };
    setDrag(last.current);
  };
  return { dragged: drag?.index, grab };
};

interface EntryListProps<Item> extends EntriesOptions<Item> {
  readonly noun: string;
  readonly titleOf: (item: Item) => string;
  readonly detailOf?: (item: Item) => string;
  readonly level?: 3 | 4;
  readonly asksToRemove?: boolean;
  readonly children: (item: Item, index: number, change: (item: Item) => void) => ReactNode;
}

export const EntryList = <Item,>(props: EntryListProps<Item>) => {
  const { noun, items, titleOf, detailOf, level = 3, asksToRemove = false, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const ask = useAsk();
  const entries = useEntries(props);
  const { removed } = entries;
  const [opened, setOpened] = useState(entries.keys[0]);

  const add = () => {
    setAnnouncement('');
    flushSync(entries.add);
    list.current?.lastElementChild?.querySelector('input')?.focus();
  };
  const move = (from: number, to: number) => {
    entries.move(from, to);
    setAnnouncement(`Moved to place ${to + 1} of ${items.length}`);
  };
  const remove = (index: number) => {
    setAnnouncement('');
    entries.remove(index);
    addButton.current?.focus();
  };
  const askToRemove = (index: number, item: Item) => {
    const text = sectionsMessages.remove(noun);
    const question = { title: `Remove this ${noun}?`, text, action: 'Remove', dangerous: true };
    if (asksToRemove && hasText(item)) ask({ ...question, onConfirm: () => remove(index) });
    else remove(index);
  };
  const { dragged, grab } = useDragOrder(list, move);

  return (
    <div className="stack-5">
      <ol
        ref={list}
        role="list"
        className={classNames('stack-2', styles.list)}
        data-dragging={dragged !== undefined}
      >
        {items.map((item, index) => (
          <Entry
            key={entries.keys[index]}
            noun={noun}
            index={index}
            count={items.length}
            title={titleOf(item)}
            detail={detailOf?.(item).trim() ?? ''}
            level={level}
            open={opened === entries.keys[index]}
            onOpen={(open) => setOpened(open ? entries.keys[index] : undefined)}
            dragged={dragged === index}
            onGrab={(y) => grab(index, y)}
            onMove={(to) => move(index, to)}
            onRemove={() => askToRemove(index, item)}
          >
            {children(item, index, (next) => entries.change(index, next))}
          </Entry>
        ))}
      </ol>
      <div className={classNames('line', styles.foot)}>
        <Button ref={addButton} onClick={add}>
          <Plus size={18} aria-hidden="true" />
          Add {noun}
        </Button>
        <p role="status" className="status">
          {removed === undefined
            ? announcement
            : `Removed ${titleOf(removed) || `a blank ${noun}`}.`}
        </p>
        {removed !== undefined && (
          <Button variant="plain" onClick={entries.putBack}>
            Undo
          </Button>
        )}
      </div>
    </div>
  );
};
