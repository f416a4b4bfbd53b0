import { useState } from 'react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/form/choice.tsx';
import { bindFields } from '../../editing/bound-fields.tsx';
import { EditFields, EditForm } from '../../editing/edit-form.tsx';
import type { Edit } from '../../editing/use-edit.ts';
import { POSTS } from '../post-paths.ts';
import { ContentField } from './content/content-field.tsx';
import styles from './post-editor.module.css';
import { postFormFields, type PostForm } from './post-form.ts';
import { LivePreview } from './preview/live-preview.tsx';
import { PreviewDialog } from './preview/preview-dialog.tsx';

const { Fields, Field } = bindFields(postFormFields);

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
            <Fields value={post} onChange={edit.change}>
              <div className={styles.fields}>
                <Field name="title" dir="auto" autoComplete="off" />
                <ContentField
                  value={post.content}
                  onChange={(content) => edit.change({ ...post, content })}
                />
                <Field name="tags" hint="Separated by commas." autoComplete="off" />
                <div className={styles.choices}>
                  <Field name="hidden" checkbox />
                  <div className={styles.besideChoice}>
                    <Switch label="Side-by-side preview" checked={beside} onChange={setBeside} />
                  </div>
                </div>
              </div>
            </Fields>
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
