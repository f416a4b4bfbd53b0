import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react';
import {
  failureMessages,
  readValue,
  type Issue,
  type PostKind,
  type Validation,
  counted,
} from 'content-schema';
import { useNavigate } from 'react-router-dom';
import { classNames } from '../../../../ui/class-names.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Checkbox, Switch } from '../../../../ui/form/choice.tsx';
import type { FormSource } from '../../../../data/editable-content.ts';
import { usePhotos } from '../../../../data/photos.ts';
import { usePosts } from '../../../../data/posts.ts';
import type { SentPost } from '../../../../data/save-calls.ts';
import { bindFields } from '../../editing/fields/bound-fields.tsx';
import { EditFields, EditForm, type EditNotice } from '../../editing/edit/edit-form.tsx';
import { postFormName, targetOf } from '../../editing/edit/targets.ts';
import { useEdit } from '../../editing/edit/use-edit.ts';
import { isUnsaved } from '../../editing/edit/edit-state.ts';
import { backFrom, type LinkState } from '../../paths.ts';
import { postPath } from '../../../../paths.ts';
import { Slot } from '../../feature.tsx';
import { ViewOnSite } from '../../layout/view-on-site.tsx';
import { PublicStore } from '../../layout/public-repository.tsx';
import { Address, NewAddress } from './address.tsx';
import { ContentField } from './content-field.tsx';
import styles from './post-editor.module.css';
import {
  formFields,
  isPublicForm,
  postForm,
  postFormFields,
  type PostForm,
  validatePost,
} from '../../editing/edit/post-form.ts';
import { missingAlts } from './photos-in-text.ts';
import type { PostFormSource } from './post-source.ts';
import { shownText } from '../shown-text.ts';
import { LivePreview, PreviewPane, ShareCard } from './preview.tsx';
import { useNewPhotos, type NewPhotos } from './use-new-photos.ts';
import { TagsField } from './tags-field.tsx';
import { extractedNames, useFrontMatter } from './use-front-matter.ts';

const MESSAGES = {
  saving: 'Saving post…',
  saved: 'Saved! Redirecting back to the list…',
  savedBefore: 'Saved',
  failed: failureMessages.savePosts,
};

const REDIRECT_MS = 1000;

interface PostEditorProps {
  readonly kind: PostKind;
  /** Undefined for a post that was never saved. */
  readonly id: string | undefined;
  readonly isNew: boolean;
  readonly beginWith: string | undefined;
  readonly source: PostFormSource;
  readonly onMoved: (id: string) => void;
  readonly notice: EditNotice | false;
}

/** Edits a post. A save by the button waits for the images, and then opens the list of posts. */
const usePostEdit = ({ kind, id, source, beginWith }: PostEditorProps, photos: NewPhotos) => {
  const navigate = useNavigate();
  const posts = usePosts();
  const [stays, setStays] = useState(false);
  /** A message about the front matter that the last save took from the text. */
  const [extracted, setExtracted] = useState<string>();
  /** Whether the next save keeps the post's place in lists. */
  const [isSmall, setIsSmall] = useState(false);
  const postOf = (form: PostForm): SentPost => ({
    ...formFields(form),
    id: source.newId?.of(form.title) ?? id ?? '',
    ...(isSmall && source.isStored && { keepUpdatedAt: true }),
  });
  const save: FormSource['save'] = async (values, from) => {
    const form = readValue(postFormFields, values['post']);
    const post = postOf(form);
    source.newId?.keep(post.id);
    const { response, revision } = await photos.save(form.content, (sent) =>
      posts.save(post, from, sent),
    );
    const names = extractedNames(response.extractedFrontMatter ?? []);
    setExtracted(names === '' ? undefined : `Taken from the front matter in the text: ${names}.`);
    return { response: { post: postForm(response) }, revision, previous: undefined };
  };
  // A title in the text's front matter satisfies the validation, too.
  const withTitle = (form: PostForm): PostForm =>
    form.title.trim() ? form : { ...form, title: afterSave.form.title };
  const validateWithPhotos = (form: PostForm): Validation<PostForm> => {
    const validation = validatePost(withTitle(form));
    const problems = [
      { path: 'content', message: photos.problemOf(form.content) },
      { path: 'id', message: source.newId?.problemOf(withTitle(form).title) },
    ].flatMap(({ path, message }) => (message === undefined ? [] : [{ path, message }]));
    const invalid: readonly Issue[] = validation.valid ? [] : validation.issues;
    const [issue, ...issues] = [...invalid, ...problems];
    return issue ? { valid: false, issues: [issue, ...issues] } : validation;
  };
  const post = {
    fields: postFormFields,
    validate: validateWithPhotos,
    messages: stays ? { ...MESSAGES, saved: MESSAGES.savedBefore } : MESSAGES,
  };
  const edit = useEdit({
    name: id === undefined ? `new ${kind}` : postFormName(id),
    beginWith,
    parts: { post },
    stored: { ...source.stored, response: { post: source.stored.response } },
    removed: source.removed,
  });
  const { messages } = edit;
  const value = edit.value.post;
  const { phase } = edit.state;
  const justSaved = phase.name === 'saved' && phase.untouched;
  const [wasSaved, setWasSaved] = useState(justSaved);
  if (justSaved !== wasSaved) {
    setWasSaved(justSaved);
    // Not before: what was typed during a save may be saved right after it.
    if (justSaved) setIsSmall(false);
  }
  const afterSave = useFrontMatter(value, id);

  const savedPage = id === undefined || !isPublicForm(value) ? undefined : postPath(id);
  useEffect(() => {
    if (!justSaved || stays) return;
    const state: LinkState = { done: extracted, page: savedPage };
    const timer = setTimeout(() => void navigate(backFrom(kind).to, { state }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [justSaved, stays, kind, extracted, savedPage, navigate]);

  const awaited = photos.underWayIn(value.content);
  const isWaiting = phase.name === 'saving' && awaited > 0;
  return {
    ...edit,
    value,
    change: (post: PostForm) => edit.change({ post }),
    source: {
      latest: async () => {
        const { response, ...rest } = await source.latest();
        return { response: { post: response }, ...rest };
      },
      save,
    },
    stays,
    setStays,
    isSmall: isSmall && source.isStored,
    setIsSmall,
    extracted,
    afterSave,
    isWaiting,
    messages: isWaiting ? [`Waiting for ${counted(awaited, 'picture')}…`] : messages,
  };
};

const useAltAdvice = (
  content: string,
  area: RefObject<HTMLTextAreaElement | null>,
): EditNotice | false => {
  // Deferred, and not searched again by the renders before, so that a long text doesn't slow down typing.
  const searched = useDeferredValue(content);
  const isMissing = useMemo(() => missingAlts(searched).length > 0, [searched]);
  const { photos } = usePhotos(isMissing);
  const isDescribed = useCallback(
    (id: string) => photos?.some((photo) => photo.id === id && photo.alt) === true,
    [photos],
  );
  const missing = useMemo(() => missingAlts(searched, isDescribed), [searched, isDescribed]);
  if (missing.length === 0) return false;
  const show = () => {
    const [first] = missingAlts(area.current?.value ?? '', isDescribed);
    area.current?.focus();
    if (first !== undefined) area.current?.setSelectionRange(first, first);
  };
  const verb = missing.length === 1 ? 'has' : 'have';
  return {
    message: `${counted(missing.length, 'picture')} ${verb} no description`,
    action: { label: 'Describe', run: show },
  };
};

const { Fields, Field } = bindFields(postFormFields);

const ZONE = `In the time zone ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;

export const PostEditor = (props: PostEditorProps) => {
  const { id, kind, isNew, notice, onMoved } = props;
  const { isStored, newId, move, shownAs, stored } = props.source;
  const [beside, setBeside] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const photos = useNewPhotos(stored.response.content);
  const edit = usePostEdit(props, photos);
  const { value: post, extracted, afterSave } = edit;
  const { file } = targetOf(edit.name);
  const preview = {
    form: { ...afterSave.form, content: shownText(afterSave.form.content, shownAs) },
    notice: afterSave.notice,
    localImages: photos.localImages,
  };
  const saveNotice = afterSave.notice ?? extracted;
  const [previewing, setPreviewing] = useState(false);
  const closePreview = () => setPreviewing(false);
  /** A save that waited for the upload was rejected. */
  const saveAgain = () => {
    if (!edit.isWaiting) return;
    area.current?.form?.requestSubmit();
    edit.setStays(edit.stays);
  };
  return (
    <>
      <div className={styles.layout} data-beside={beside}>
        <EditForm
          edit={edit}
          source={edit.source}
          saveLabel={isNew ? `Create ${kind === 'page' ? kind : 'blog'}` : 'Save changes'}
          onSave={(by) => edit.setStays(by === 'keys')}
          notice={saveNotice === undefined ? notice : { message: saveNotice }}
          advice={useAltAdvice(post.content, area)}
          actions={
            <>
              <Button onClick={() => setPreviewing(true)}>Preview</Button>
              <ButtonLink to={backFrom(kind).to}>Cancel</ButtonLink>
              {isStored && kind === 'post' && (
                <Checkbox
                  label="Small edit: keep its place in the lists"
                  checked={edit.isSmall}
                  onChange={edit.setIsSmall}
                />
              )}
              {id !== undefined && edit.savedAt !== undefined && isPublicForm(post) && (
                <span>
                  <ViewOnSite to={postPath(id)} variant="plain" />
                </span>
              )}
            </>
          }
        >
          <EditFields edit={edit} part="post">
            <Fields value={post} onChange={edit.change}>
              <div className={classNames('stack-5', styles.columns)}>
                <div className="stack-5">
                  <div className="stack-3">
                    <div className={styles.title}>
                      <Field
                        name="title"
                        rows={1}
                        dir="auto"
                        autoComplete="off"
                        placeholder={isStored ? undefined : `New ${kind}`}
                        read={(typed) => {
                          // Enter leads from the heading to the text.
                          if (typed.endsWith('\n')) area.current?.focus();
                          return typed.replace(/\n$/, '').replaceAll('\n', ' ');
                        }}
                      />
                      <div className={classNames('line', styles.corner)}>
                        {file !== undefined && (
                          <Slot name="fileHistory" path={file} of={`this ${kind}`} />
                        )}
                        <div className={styles.besideChoice}>
                          <Switch
                            label="Side-by-side preview"
                            checked={beside}
                            onChange={setBeside}
                          />
                        </div>
                      </div>
                    </div>
                    {newId && <NewAddress kind={kind} title={post.title} id={newId} />}
                    {id !== undefined && move && (
                      <Address
                        id={id}
                        dirty={isUnsaved(edit.state)}
                        move={(to) => move(to).then(() => onMoved(to))}
                      />
                    )}
                  </div>
                  <ContentField
                    area={area}
                    photos={photos}
                    value={post.content}
                    onChange={(content) => edit.change({ ...post, content })}
                    onCancelled={saveAgain}
                  />
                </div>
                <div className={classNames('stack-5', styles.side)}>
                  {kind === 'post' ? (
                    <TagsField
                      value={post.tags}
                      onChange={(tags) => edit.change({ ...post, tags })}
                    />
                  ) : (
                    <>
                      <Field name="header" checkbox />
                      <Field name="order" inputMode="decimal" hint="1 comes first in the footer." />
                    </>
                  )}
                  <Field name="hidden" checkbox />
                  <Field name="publishDate" hint={`${ZONE}. Empty means now.`} />
                  {!isPublicForm(post) && <PublicStore />}
                  <Field
                    name="description"
                    rows={2}
                    dir="auto"
                    hint="Shown in lists and by search engines. Without one, they show how the text begins."
                  />
                  <details>
                    <summary className="summary strong">
                      Date <span className="date">{post.createdAt.slice(0, 10)}</span>
                    </summary>
                    <Field name="createdAt" hint={`When it was written. ${ZONE}.`} />
                  </details>
                  <ShareCard {...preview} />
                </div>
              </div>
            </Fields>
          </EditFields>
        </EditForm>
        {beside && <PreviewPane {...preview} area={area} />}
      </div>
      {previewing && (
        <Dialog
          title="Preview"
          wide
          onClose={closePreview}
          actions={
            <Button variant="primary" onClick={closePreview}>
              Close preview
            </Button>
          }
        >
          <LivePreview {...preview} />
        </Dialog>
      )}
    </>
  );
};
