import type { FrontMatterResponse, ExtractedField } from 'content-schema';
import { isSame } from 'content-schema/merge';
import { renderedStart } from 'content-schema/rendered-body';
import { useEffect, useState } from 'react';
import { request } from '../../../data/request.ts';
import { formFields, type PostForm } from '../../editing/edit/post-form.ts';

/** The front matter at the start of a post's text, which a save turns into fields. */
export interface AppliedFrontMatter {
  readonly fields: readonly ExtractedField[];
  /** The form's values after the save. */
  readonly form: PostForm;
  readonly createdAt: string | undefined;
}

interface Found extends FrontMatterResponse {
  /** The form's values when the server read them. */
  readonly form: PostForm;
}

/** The pause in typing after which the server is asked. */
const ASK_AFTER_MS = 250;

/**
 * Applies the server's response to the current form; undefined if the form has changed in a way that
 * may change the response.
 */
const applyFrontMatter = (
  { form: asked, fields, contentStart }: Found,
  form: PostForm,
): AppliedFrontMatter | 'nothing' | undefined => {
  const { content, ...beside } = form;
  const { content: askedContent, ...askedBeside } = asked;
  const isSameBeside = isSame(beside, askedBeside);
  const head = askedContent.slice(0, contentStart);
  const body = content.slice(contentStart);
  const result = Object.keys(fields) as ExtractedField[];
  if (result.length === 0) return form === asked ? 'nothing' : undefined;
  if (!isSameBeside || !content.startsWith(head) || body.trim() === '') return undefined;
  return {
    fields: result,
    form: {
      title: fields.title ?? form.title,
      tags: fields.tags?.join(', ') ?? form.tags,
      description: fields.description ?? form.description,
      hidden: fields.hidden ?? form.hidden,
      content: body,
    },
    createdAt: fields.createdAt,
  };
};

/** The front matter in a text, as the server read it; empty without any, or before its response. */
interface FrontMatterState {
  /** What the next save would take from the text. */
  readonly applied?: AppliedFrontMatter;
  /** Why it stays in the text, where it is not shown. */
  readonly reason?: string | undefined;
}

/**
 * Asks the server about the front matter that a post's text begins with.
 *
 * @param id the post's id, if it has one.
 */
export const useFrontMatter = (form: PostForm, id: string | undefined): FrontMatterState => {
  const [result, setFound] = useState<Found>();
  const taken = result && applyFrontMatter(result, form);
  const hasHead = renderedStart(form.content) > 0;
  const isAsked = taken === undefined && hasHead;

  useEffect(() => {
    if (!isAsked) return;
    const controller = new AbortController();
    const ask = async () => {
      const body = { ...formFields(form), id };
      const { signal } = controller;
      const { response } = await request('POST /admin/posts/front-matter', { body, signal });
      setFound({ ...response, form });
    };
    // A failure is ignored; the save itself will show the result.
    const timer = setTimeout(() => void ask().catch(() => undefined), ASK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isAsked, form, id]);

  if (!hasHead) return {};
  return taken === undefined || taken === 'nothing'
    ? { reason: result?.reason }
    : { applied: taken };
};
