import {
  failureMessages,
  isPublic,
  styleFields,
  type PostHeading,
  type Style,
} from 'content-schema';
import { useEffect, useState } from 'react';
import { useEditableContent, type FormSource } from '../../../data/editable-content.ts';
import { useRequest } from '../../../data/keep-session.ts';
import type { Versioned } from '../../../data/request.ts';
import { useLoaded } from '../../../data/use-loaded.ts';
import { HOME, postPath } from '../../../paths.ts';
import tokens from '../../../styles/tokens.css?raw';
import { Button } from '../../../ui/button.tsx';
import type { ValueProps } from '../../../ui/form/field.tsx';
import { FileButton, readDataUrl } from '../../../ui/form/file-button.tsx';
import { useField } from '../../../ui/form/form.tsx';
import { siteAt } from '../../core/editing/compare/compare-view.tsx';
import { SiteFrame } from '../../core/editing/compare/site-frame.tsx';
import { EditFields, EditForm } from '../../core/editing/edit/edit-form.tsx';
import { TARGETS } from '../../core/editing/edit/targets.ts';
import { useEdit } from '../../core/editing/edit/use-edit.ts';
import { bindFields } from '../../core/editing/fields/bound-fields.tsx';
import { AdminPage, ContentPending } from '../../core/layout/admin-page.tsx';
import { FormSection } from '../../core/layout/sectioned-page.tsx';
import { ToggleButtons } from '../../core/layout/toggle-buttons.tsx';
import styles from './style-page.module.css';

const { Fields, Field: CssField } = bindFields(styleFields);

const Fonts = ({ value: fonts, onChange }: ValueProps<Style['fonts']>) => {
  const { id } = useField('fonts');
  const without = (names: readonly string[]) => fonts.filter(({ name }) => !names.includes(name));
  const add = async (files: readonly File[]) => {
    const read = async (file: File) => ({ name: file.name, data: await readDataUrl(file) });
    onChange([...without(files.map(({ name }) => name)), ...(await Promise.all(files.map(read)))]);
  };
  return (
    <FormSection id="fonts" title="Fonts">
      {fonts.map(({ name }) => (
        <p key={name} className="line code">
          <code>url("fonts/{name}")</code>
          <Button variant="plainDanger" onClick={() => onChange(without([name]))}>
            Remove<span className="visually-hidden"> {name}</span>
          </Button>
        </p>
      ))}
      <div className="line">
        <FileButton id={id} accept=".woff2,.woff" multiple onChoose={(files) => void add(files)}>
          Add fonts
        </FileButton>
        <p className="hint">WOFF2 or WOFF, at most 1 MB each, for rules with @font-face.</p>
      </div>
    </FormSection>
  );
};

/** The custom properties of the site's own style sheet, with their values. */
const TOKENS = tokens.split('\n}', 1).flatMap((root) => root.match(/^ {2}--[^;]+/gm) ?? []);

const isPublicNow = (post: PostHeading): boolean => isPublic(post, Date.now());

const Preview = ({ site, css }: Readonly<Record<'site' | 'css', string>>) => {
  const [page, setPage] = useState<string>(HOME);
  const posts = useEditableContent().loaded?.response.posts ?? [];
  const post = posts.find(isPublicNow);
  const pages: Record<string, string> = { [HOME]: 'Landing page' };
  if (post) pages[postPath(post.id)] = 'A post';
  return (
    <FormSection id="preview" title="Preview">
      <ToggleButtons label="Page" options={pages} value={page} onChange={setPage} />
      <div className={styles.preview}>
        {(['light', 'dark'] as const).map((theme) => (
          <SiteFrame
            key={site + page + theme}
            title={`${pages[page] ?? ''}, ${theme}`}
            address={site}
            {...{ page, css, theme }}
          />
        ))}
      </div>
    </FormSection>
  );
};

interface StyleFormProps {
  readonly stored: Versioned<{ readonly style: Style }>;
  readonly source: FormSource;
}

const StyleForm = ({ stored, source }: StyleFormProps) => {
  const edit = useEdit({ name: 'style', parts: { style: TARGETS.style }, stored });
  const { style } = edit.value;
  return (
    <EditForm edit={edit} source={source}>
      <EditFields edit={edit} part="style">
        <FormSection id="style-sheet" title="Style sheet">
          <Fields value={style} onChange={(style) => edit.change({ style })}>
            <div className={styles.css} spellCheck={false}>
              <CssField
                name="css"
                rows={12}
                hint="For visitors’ pages, after the site’s own styles."
              />
            </div>
          </Fields>
        </FormSection>
        <Preview site={siteAt(stored.revision)} css={style.css} />
        <Fonts
          value={style.fonts}
          onChange={(fonts) => edit.change({ style: { ...style, fonts } })}
        />
      </EditFields>
    </EditForm>
  );
};

/** Links the style sheet, turned off, in a document from before there was one. */
const useLink = (css: string | undefined): void =>
  useEffect(() => {
    const link = document.getElementById('own-style');
    const facts = { id: 'own-style', rel: 'stylesheet', disabled: true };
    if (css === '') link?.remove();
    else if (css !== undefined && !link)
      document.body.append(Object.assign(document.createElement('link'), facts));
  }, [css]);

const StylePage = () => {
  const request = useRequest();
  const { loaded, applySave } = useEditableContent();
  const latest = async () => {
    const { response: style, revision } = await request('GET /admin/style');
    return { response: { style }, revision };
  };
  const save: FormSource['save'] = async ({ style }, revision) => {
    const saved = await request('PUT /admin/style', { body: style as Style, revision });
    await applySave(saved, { text: 'Style saved' }, () => ({}));
    return { ...saved, response: { style: saved.response } };
  };
  const { response, error, reload } = useLoaded(
    ['style', loaded?.revision],
    latest,
    failureMessages.loadContent,
  );
  useLink(response?.response.style.css);
  return (
    <AdminPage title="Style">
      {response ? (
        <StyleForm stored={response} source={{ latest, save }} />
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
      <details>
        <summary className="summary">Values of the site that your CSS can use and change</summary>
        <ul role="list" className="small code">
          {TOKENS.map((token) => (
            <li key={token}>
              <code>{token}</code>
            </li>
          ))}
        </ul>
      </details>
    </AdminPage>
  );
};

export default StylePage;
