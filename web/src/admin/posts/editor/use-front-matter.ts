import type { FrontMatterResponse, LiftedField } from 'content-schema';
import { useEffect, useState } from 'react';
import { request } from '../../../data/request.ts';
import { formFields, type PostForm } from '../../editing/post-form.ts';

/** What a save takes over from front matter at the start of a post's text. */
export interface TakenOver {
  readonly fields: readonly LiftedField[];
  /** The post as the save will store it. */
  readonly form: PostForm;
  readonly createdAt: string | undefined;
}

interface Found extends FrontMatterResponse {
  /** The form that it was found in. */
  readonly form: PostForm;
}

/** Asked for when typing pauses. */
const ASK_AFTER_MS = 250;

const MAY_BE_FRONT_MATTER = /^\uFEFF?(?:---|\+\+\+)/;

/** Undefined where the form has changed so that the answer may be another one. */
const takenOver = (
  { form: asked, fields, contentStart }: Found,
  form: PostForm,
): TakenOver | 'nothing' | undefined => {
  const { title, tags, hidden, content } = form;
  const isSameBeside = title === asked.title && tags === asked.tags && hidden === asked.hidden;
  const head = asked.content.slice(0, contentStart);
  const body = content.slice(contentStart);
  const found = Object.keys(fields) as LiftedField[];
  if (found.length === 0) return form === asked ? 'nothing' : undefined;
  if (!isSameBeside || !content.startsWith(head) || body.trim() === '') return undefined;
  return {
    fields: found,
    form: {
      title: fields.title ?? title,
      tags: fields.tags?.join(', ') ?? tags,
      hidden: fields.hidden ?? hidden,
      content: body,
    },
    createdAt: fields.createdAt,
  };
};

/**
 * What the next save would take over from the text of a form; undefined where that is nothing, or is
 * not known yet. The server decides it, so it is asked.
 *
 * @param id of the post, where it has one.
 */
export const useFrontMatter = (
  form: PostForm,
  id: string | undefined,
  isAnswered: boolean,
): TakenOver | undefined => {
  const [found, setFound] = useState<Found>();
  const taken = found && takenOver(found, form);
  const isAsked = isAnswered && taken === undefined && MAY_BE_FRONT_MATTER.test(form.content);

  useEffect(() => {
    if (!isAsked) return;
    const controller = new AbortController();
    const ask = async () => {
      const body = { ...formFields(form), id };
      const { signal } = controller;
      const { answer } = await request('POST /admin/posts/front-matter', { body, signal });
      setFound({ ...answer, form });
    };
    // Without an answer nothing is said before the save, which says it.
    const timer = setTimeout(() => void ask().catch(() => undefined), ASK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isAsked, form, id]);

  return taken === 'nothing' ? undefined : taken;
};
