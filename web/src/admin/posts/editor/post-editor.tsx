import { useState, useEffect } from 'react';
import { failureMessages, labelsOf, readValue, type LiftedField } from 'content-schema';
import { useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/form/choice.tsx';
import { bindFields } from '../../editing/bound-fields.tsx';
import { EditFields, EditForm } from '../../editing/edit-form.tsx';
import { usePhotoUploads } from '../../editing/photo-uploads.ts';
import type { EditNotice } from '../../editing/form-part.ts';
import type { SubjectName } from '../../editing/subjects.ts';
import { type Edit, useEdit } from '../../editing/use-edit.ts';
import { POSTS } from '../../../paths.ts';
import { doneState } from '../use-post-actions.ts';
import { ContentField } from './content-field.tsx';
import styles from './post-editor.module.css';
import { postFormFields, type PostForm, validatePost } from '../../editing/post-form.ts';
import type { PostFormSource } from './post-source.ts';
import { LivePreview, PreviewDialog } from './preview.tsx';

const MESSAGES = {
  saving: 'Saving post…',
  saved: 'Saved! Redirecting back to the list…',
  savedBefore: 'Saved',
  failed: failureMessages.savePosts,
};

const PICTURE_PENDING = 'A picture is not in the text yet.';
const PICTURES_PENDING = 'Some pictures are not in the text yet.';

const LABELS = labelsOf(postFormFields);

/** Long enough to read that the post was saved. */
const REDIRECT_MS = 1000;

interface PostEditorProps {
  /** Tells the drafts of the post from those of others. */
  readonly name: SubjectName;
  /** The id of a draft to begin with. */
  readonly beginWith?: string | undefined;
  readonly source: PostFormSource;
  readonly saveLabel: string;
  /** What happened to it elsewhere. */
  readonly notice?: EditNotice | false;
  /** An ISO date; undefined for a post that is yet to be stored. */
  readonly createdAt?: string | undefined;
}

const LIFTED: Readonly<Record<LiftedField, string>> = {
  title: 'title',
  tags: 'tags',
  hidden: 'visibility',
  createdAt: 'date',
};

/** Undefined where nothing was taken over from the text. */
const liftedMessage = (fields: readonly LiftedField[] = []): string | undefined =>
  fields.length > 0
    ? `Taken over from the front matter in the text: ${fields.map((it) => LIFTED[it]).join(', ')}.`
    : undefined;

interface PostEdit extends Edit<PostForm> {
  /** What became of the text in the last save. */
  readonly lifted: string | undefined;
}

/**
 * Edits a post, and goes back to the list when it is saved, unless something was typed since or is
 * not in the form yet.
 */
const usePostEdit = (
  { name, source, beginWith }: PostEditorProps,
  isPending: boolean,
): PostEdit => {
  const navigate = useNavigate();
  const [lifted, setLifted] = useState<string>();
  const save: PostFormSource['save'] = async (form, revision) => {
    const saved = await source.save(form, revision);
    setLifted(liftedMessage(saved.lifted));
    return saved;
  };
  const edit = useEdit({
    name,
    beginWith,
    source: { ...source, save },
    validate: validatePost,
    read: (kept) => readValue(postFormFields, kept),
    messages: isPending ? { ...MESSAGES, saved: MESSAGES.savedBefore } : MESSAGES,
    fieldNames: LABELS,
  });
  const { justSaved } = edit;

  useEffect(() => {
    if (!justSaved || isPending) return;
    const state = lifted === undefined ? null : doneState(lifted);
    const timer = setTimeout(() => void navigate(POSTS, { state }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [justSaved, isPending, lifted, navigate]);

  return { ...edit, lifted };
};

const { Fields, Field } = bindFields(postFormFields);

/** The form of a post; on wide screens with what it will look like beside it. */
export const PostEditor = (props: PostEditorProps) => {
  const { saveLabel, createdAt, notice = false } = props;
  const pictures = usePhotoUploads();
  const { length: waiting } = pictures.uploads;
  const edit = usePostEdit(props, waiting > 0);
  const { value: post } = edit;
  const [previewing, setPreviewing] = useState(false);
  const [beside, setBeside] = useState(false);
  return (
    <>
      <div className={styles.layout} data-beside={beside}>
        <EditForm
          parts={[edit]}
          saveLabel={saveLabel}
          notice={edit.lifted === undefined ? notice : { message: edit.lifted }}
          pending={waiting > 0 && (waiting === 1 ? PICTURE_PENDING : PICTURES_PENDING)}
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
                  pictures={pictures}
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
