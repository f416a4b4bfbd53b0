import type { FrontMatterResponse, ExtractedField } from 'content-schema';
import { isSame } from 'content-schema/merge';
import { renderedStart } from 'content-schema/rendered-body';
import { useEffect, useState } from 'react';
import { request } from '../../../data/request.ts';
import { formFields, type PostForm } from '../../editing/edit/post-form.ts';

/** A post as it will be after the save, which turns front matter in the text into fields. */
interface SavedPost {
  readonly form: PostForm;
  /** Says what the save takes from the front matter, or why it takes nothing. */
  readonly notice?: string | undefined;
}

interface ReadFrontMatter extends FrontMatterResponse {
  /** The form's values when the server read them. */
  readonly form: PostForm;
}

/** The pause in typing after which the server is asked. */
const ASK_AFTER_MS = 250;

const EXTRACTED: Readonly<Record<ExtractedField, string>> = {
  title: 'title',
  tags: 'tags',
  description: 'summary',
  hidden: 'visibility',
  createdAt: 'date',
  publishDate: 'publication',
  expiryDate: 'expiry',
};

/** The names of the fields that a save takes from the front matter. */
export const extractedNames = (fields: readonly ExtractedField[]): string =>
  fields.map((field) => EXTRACTED[field]).join(', ');

const withReason = (form: PostForm, { reason }: Partial<FrontMatterResponse> = {}): SavedPost => ({
  form,
  notice:
    reason &&
    `The front matter in the text stays there and is not shown on the site, because ${reason}.`,
});

/**
 * Applies the server's response to the current form; undefined if the form has changed in a way that
 * may change the response.
 */
const applyFrontMatter = (read: ReadFrontMatter, form: PostForm): SavedPost | undefined => {
  const { form: asked, fields, contentStart } = read;
  const names = Object.keys(fields) as ExtractedField[];
  if (names.length === 0) return form === asked ? withReason(form, read) : undefined;
  const { content, ...others } = form;
  const { content: askedContent, ...askedOthers } = asked;
  const isSameHead = content.startsWith(askedContent.slice(0, contentStart));
  const body = content.slice(contentStart);
  if (!isSameHead || !isSame(others, askedOthers) || body.trim() === '') return undefined;
  return {
    form: {
      ...form,
      title: fields.title ?? form.title,
      tags: fields.tags?.join(', ') ?? form.tags,
      description: fields.description ?? form.description,
      hidden: fields.hidden ?? form.hidden,
      publishDate: fields.publishDate ?? form.publishDate,
      createdAt: fields.createdAt ?? form.createdAt,
      content: body,
    },
    notice: `Taken from the front matter in the text when you save: ${extractedNames(names)}.`,
  };
};

/**
 * Asks the server about the front matter that a post's text begins with. Returns the form unchanged
 * without any, and before the response.
 *
 * @param id the post's id, if it has one.
 */
export const useFrontMatter = (form: PostForm, id: string | undefined): SavedPost => {
  const [read, setRead] = useState<ReadFrontMatter>();
  const applied = read && applyFrontMatter(read, form);
  const hasHead = renderedStart(form.content) > 0;
  const isAsked = applied === undefined && hasHead;

  useEffect(() => {
    if (!isAsked) return;
    const controller = new AbortController();
    const ask = async () => {
      const body = { ...formFields(form), id };
      const { signal } = controller;
      const { response } = await request('POST /admin/posts/front-matter', { body, signal });
      setRead({ ...response, form });
    };
    // A failure is ignored; the save itself will show the result.
    const timer = setTimeout(() => void ask().catch(() => undefined), ASK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isAsked, form, id]);

  return hasHead ? (applied ?? withReason(form, read)) : { form };
};
