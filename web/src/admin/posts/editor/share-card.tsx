import { API_BASE_PATH, CARD_HEIGHT, CARD_WIDTH } from 'content-schema';
import { renderedBody } from 'content-schema/rendered-body';
import { useEffect, useState } from 'react';
import { dayInWords } from '../../../site/text.ts';
import type { PostForm } from '../../editing/edit/post-form.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './share-card.module.css';

interface ShareCardProps {
  readonly post: Pick<PostForm, 'title' | 'content'>;
  /** An ISO date; undefined for a new post. */
  readonly createdAt: string | undefined;
  /** The photos that the server can't draw yet, by id. */
  readonly localImages: ReadonlyMap<string, string>;
}

/** The delay after typing, because the server draws the card. */
const DRAW_AFTER_MS = 500;

const OWN_PHOTO = /\/photos\/([\w.-]+)/;

const addressOf = ({ post, createdAt, localImages }: ShareCardProps): string => {
  const { title, content } = post;
  const photo = OWN_PHOTO.exec(renderedBody(content))?.[1] ?? '';
  const query = new URLSearchParams({
    title,
    date: dayInWords(createdAt ?? new Date().toISOString()),
    photo: localImages.has(photo) ? '' : photo,
  });
  return `${API_BASE_PATH}/admin/share-card?${query}`;
};

const Card = (props: ShareCardProps) => {
  const address = addressOf(props);
  const [shown, setShown] = useState(address);
  useEffect(() => {
    const timer = setTimeout(() => setShown(address), DRAW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [address]);
  return (
    <img
      className={styles.card}
      src={shown}
      width={CARD_WIDTH}
      height={CARD_HEIGHT}
      alt={`The card of “${props.post.title}”`}
    />
  );
};

/** Shows the card that other sites display for a link to the post. Loads it when it is opened. */
export const ShareCard = (props: ShareCardProps) => {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classNames('summary', styles.summary)}>Share card</summary>
      <p className={classNames('note', styles.hint)}>
        What chats and other sites show of a link to this post.
      </p>
      {open && <Card {...props} />}
    </details>
  );
};
