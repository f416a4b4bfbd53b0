import { matchingPosts, sortPosts, type PostHeading } from 'content-schema';
import { useId, useState } from 'react';
import { usePosts } from '../../../data/posts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import fieldStyles from '../../../ui/form/field.module.css';
import pickerStyles from './photo-picker.module.css';
import styles from './post-picker.module.css';

/** The number of posts to show; searching finds the rest. */
const SHOWN_MAX = 20;

interface PostPickerProps {
  readonly open: boolean;
  readonly onPick: (post: PostHeading) => void;
  readonly onClose: () => void;
}

/** A dialog to choose a post to link to. */
export const PostPicker = ({ open, onPick, onClose }: PostPickerProps) => {
  const id = useId();
  const { stored } = usePosts();
  const [words, setWords] = useState('');
  const result = sortPosts((stored?.response ?? []).filter(matchingPosts(words)));
  return (
    <Dialog
      open={open}
      title="Link to a post"
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <search className={pickerStyles.search}>
        <label htmlFor={id}>Search</label>
        <input
          id={id}
          className={fieldStyles.control}
          type="search"
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </search>
      {result.length === 0 && <p className="note">No post matches.</p>}
      <ul role="list" className={styles.posts}>
        {result.slice(0, SHOWN_MAX).map((post) => (
          <li key={post.id}>
            <button type="button" className="bare" dir="auto" onClick={() => onPick(post)}>
              {post.title}
              {post.hidden && <span className="note"> Hidden</span>}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
