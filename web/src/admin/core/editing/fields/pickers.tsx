import { hiddenNote } from '../../layout/visibility.ts';
import { matchingPosts, sortPosts, type PostHeading, type Upload } from 'content-schema';
import { isVideo } from 'content-schema/video';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { usePhotos } from '../../../../data/photos.ts';
import { usePosts } from '../../../../data/posts.ts';
import { messageOf } from '../../../../data/request.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FileButton } from '../../../../ui/form/file-button.tsx';
import { Problem, Status } from '../../../../ui/messages.tsx';
import { SearchField } from '../../layout/list-fields.tsx';
import fields from '../../layout/list-fields.module.css';
import { findPhotos } from '../../layout/photo-order.ts';
import { PhotoButton } from '../../layout/thumbnail.tsx';
import styles from './pickers.module.css';

interface PickerProps<Item> {
  readonly open: boolean;
  readonly onPick: (item: Item) => void;
  readonly onClose: () => void;
}

interface PhotoPickerProps extends PickerProps<Upload> {
  /** Without it only uploaded photos can be chosen. */
  readonly onUpload?: (files: readonly File[]) => void;
}

export const PhotoPicker = ({ open, onPick, onUpload, onClose }: PhotoPickerProps) => {
  const { photos, error, reload } = usePhotos(open);
  const [words, setWords] = useState('');
  if (!open) return null;
  const isLoading = photos === undefined && error === undefined;
  const offered = findPhotos(photos ?? [], words).filter((each) => onUpload || !isVideo(each));
  return (
    <Dialog
      title={onUpload ? 'Insert image' : 'Choose a photo'}
      wide
      onClose={onClose}
      actions={
        <>
          {onUpload && (
            <FileButton variant="primary" accept="image/*,video/*" multiple onChoose={onUpload}>
              <ImageUp size={18} aria-hidden="true" />
              Upload images
            </FileButton>
          )}
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      {error !== undefined && (
        <div className="stack-3 start">
          <Problem>{messageOf(error, 'The photos could not be loaded')}</Problem>
          <Button onClick={reload}>Try again</Button>
        </div>
      )}
      <Status message={isLoading ? 'Loading photos…' : undefined} />
      {photos?.length === 0 && (
        <p className="muted">
          There are no photos yet.
          {onUpload && ' Upload some here, or drop or paste one into the text.'}
        </p>
      )}
      {photos !== undefined && photos.length > 0 && (
        <search className={fields.fields}>
          <SearchField value={words} onChange={setWords} />
        </search>
      )}
      <ul role="list" className={styles.photos}>
        {offered.map((photo) => (
          <li key={photo.id}>
            <PhotoButton photo={photo} width={320} onClick={() => onPick(photo)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
};

const POSTS_SHOWN = 20;

export const PostPicker = ({ open, onPick, onClose }: PickerProps<PostHeading>) => {
  const { stored } = usePosts();
  const [words, setWords] = useState('');
  if (!open) return null;
  const posts = sortPosts((stored?.response ?? []).filter(matchingPosts(words)));
  return (
    <Dialog
      title="Link to a post"
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <search className={fields.fields}>
        <SearchField value={words} onChange={setWords} />
      </search>
      {posts.length === 0 && <p className="note">No post matches.</p>}
      <ul role="list" className={styles.posts}>
        {posts.slice(0, POSTS_SHOWN).map((post) => (
          <li key={post.id}>
            <button type="button" className="bare" dir="auto" onClick={() => onPick(post)}>
              {post.title}
              <span className="note"> {hiddenNote(post)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
