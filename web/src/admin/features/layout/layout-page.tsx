import { failureMessages, type LayoutCorrection, type LayoutSummary } from 'content-schema';
import { useOfferUndo, useRequest } from '../../../data/keep-session.ts';
import { useReloadContent } from '../../../data/undo.ts';
import { useResponse } from '../../../data/use-loaded.ts';
import { Button } from '../../../ui/button.tsx';
import { AdminPage, ContentPending } from '../../core/layout/admin-page.tsx';
import { useAsk } from '../../core/layout/question.tsx';

const FOLDERS = { rows: 3, hint: 'One a line, with / at its end; / alone is the root.' };
const FIELDS = {
  posts: { label: 'Folders of posts', ...FOLDERS },
  pages: { label: 'Folders of pages', ...FOLDERS },
  media: { label: 'Folders of pictures', rows: 3, hint: 'Each with its address: static/ = /' },
  newPost: { label: 'Path of a new post', hint: ':id stands for its name, :date for its day.' },
  newPhoto: { label: 'Folder of new pictures' },
};
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

const textOf = (folders: readonly string[]) => folders.map((name) => name || '/').join('\n');
const textsOf = ({ posts, pages, media, newPost, newPhoto }: LayoutSummary) => ({
  ...{ newPost, newPhoto, posts: textOf(posts), pages: textOf(pages) },
  media: Object.entries(media)
    .map(([name, address]) => `${name || '/'} = ${address}`)
    .join('\n'),
});

const valueIn = (name: keyof typeof FIELDS, text: string) => {
  if (name === 'newPost' || name === 'newPhoto') return text;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => line.split('=').map((part) => part.trim()));
  const all = pairs.map(([each = '', to = '']) => [each === '/' ? '' : each, to] as const);
  return name === 'media' ? Object.fromEntries(all) : all.map(([each]) => each);
};

/** `/admin/layout` */
const LayoutPage = () => {
  const send = useRequest();
  const offerUndo = useOfferUndo();
  const reloadContent = useReloadContent();
  const ask = useAsk();
  const { response, ...loaded } = useResponse('GET /admin/layout', {}, 'It could not be loaded');
  const { layout } = response ?? {};

  const save = async (isCorrected: boolean, correction: LayoutCorrection = {}) => {
    await send('PUT /admin/layout', { body: { ...correction, isCorrected } });
    // An undo across another layout is refused.
    offerUndo([]);
    loaded.reload();
    await reloadContent();
  };
  const correct = (values: ReturnType<typeof textsOf>) =>
    ask({
      ...{ title: 'Correct the layout', fields: FIELDS, values, action: 'Save' },
      onConfirm: async (typed) => {
        const changed = NAMES.filter((name) => typed[name] !== values[name]);
        const correction = changed.map((name) => [name, valueIn(name, typed[name])] as const);
        if (correction.length > 0) await save(true, Object.fromEntries(correction));
      },
      failed: () => failureMessages.saveContent,
    });

  return (
    <AdminPage title="Layout of the repository">
      {layout === undefined && <ContentPending error={loaded.error} retry={loaded.reload} />}
      {layout === null && <p>The repository has the layout of this site.</p>}
      {layout && (
        <>
          <p>
            It is {layout.description}. A new post is stored as <code>{layout.newPost}</code>, a new
            picture in <code>{layout.newPhoto}</code>.
          </p>
          <div className="cluster-3">
            <Button onClick={() => correct(textsOf(layout))}>Correct</Button>
            {layout.isCorrected && (
              <Button onClick={() => void save(false)}>Go back to what was found</Button>
            )}
          </div>
        </>
      )}
    </AdminPage>
  );
};

export default LayoutPage;
