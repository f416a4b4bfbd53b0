import { useState } from 'react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { EditFields } from '../../editing/edit-fields.tsx';
import { EditForm } from '../../editing/edit-form.tsx';
import type { Edit } from '../../editing/use-edit.ts';
import { POSTS } from '../post-paths.ts';
import { ContentField } from './content/content-field.tsx';
import styles from './post-editor.module.css';
import type { PostForm } from './post-form.ts';
import { LivePreview } from './preview/live-preview.tsx';
import { PreviewDialog } from './preview/preview-dialog.tsx';

interface PostEditorProps {
  readonly edit: Edit<PostForm>;
  readonly saveLabel: string;
  /** An ISO date; undefined for a post that is yet to be stored. */
  readonly createdAt?: string | undefined;
}

/** The form of a post; on wide screens with what it will look like beside it. */
export const PostEditor = ({ edit, saveLabel, createdAt }: PostEditorProps) => {
  const { value: post } = edit;
  const [previewing, setPreviewing] = useState(false);
  const [beside, setBeside] = useState(false);
  const change = (changes: Partial<PostForm>) => edit.change({ ...post, ...changes });
  return (
    <>
      <div className={styles.layout} data-beside={beside}>
        <EditForm
          parts={[edit]}
          saveLabel={saveLabel}
          actions={
            <>
              <Button onClick={() => setPreviewing(true)}>Preview</Button>
              <ButtonLink to={POSTS}>Cancel</ButtonLink>
            </>
          }
        >
          <EditFields part={edit}>
            <div className={styles.fields}>
              <TextField
                path="title"
                label="Title"
                dir="auto"
                autoComplete="off"
                value={post.title}
                onChange={(title) => change({ title })}
              />
              <ContentField value={post.content} onChange={(content) => change({ content })} />
              <TextField
                path="tags"
                label="Tags"
                hint="Separated by commas."
                autoComplete="off"
                value={post.tags}
                onChange={(tags) => change({ tags })}
              />
              <div className={styles.choices}>
                <Checkbox
                  label="Hide from public website"
                  checked={post.hidden}
                  onChange={(hidden) => change({ hidden })}
                />
                <div className={styles.besideChoice}>
                  <Switch label="Side-by-side preview" checked={beside} onChange={setBeside} />
                </div>
              </div>
            </div>
          </EditFields>
        </EditForm>
        {beside && (
          <section className={styles.preview} aria-label="Preview">
            <LivePreview form={post} createdAt={createdAt} />
          </section>
        )}
      </div>
      <PreviewDialog
        open={previewing}
        form={post}
        createdAt={createdAt}
        onClose={() => setPreviewing(false)}
      />
    </>
  );
};
