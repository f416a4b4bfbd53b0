import { nounOf, type ExtractedField } from 'content-schema';
import { renderedStart } from 'content-schema/rendered-body';
import useSWR from 'swr';
import { request } from '../../../../data/request.ts';
import { useDebounced } from '../../../../ui/use-debounced.ts';
import { formFields, inForm, type PostForm } from '../../editing/edit/post-form.ts';

const ASK_AFTER_MS = 250;

export const extractedNames = (fields: readonly ExtractedField[]): string =>
  fields.map(nounOf).join(', ');

/**
 * Asks the server about the front matter that a post's text begins with. Returns the form as it
 * will be after the save, and a notice that says what that takes from it, or why it takes nothing.
 */
export const useFrontMatter = (form: PostForm, id: string | undefined) => {
  const { content, ...others } = form;
  const head = content.slice(0, renderedStart(content));
  const hasText = content.slice(head.length).trim() !== '';
  // Other changes of the text below don't change the response.
  const key = JSON.stringify([id, head, hasText, others]);
  const isSettled = useDebounced(key, ASK_AFTER_MS) === key;
  const load = async () => {
    const body = { ...formFields(form), id };
    const { response } = await request('POST /admin/posts/front-matter', { body });
    return { ...response, key };
  };
  // A failure is ignored; the save itself will show the result.
  const { data } = useSWR(head !== '' && isSettled ? ['front matter', key] : null, load, {
    keepPreviousData: true,
  });
  if (head === '' || !data) return { form };

  const { fields, contentStart, reason } = data;
  if (reason !== undefined) {
    const notice = `The front matter in the text stays there and is not shown on the site, because ${reason}.`;
    return { form, notice };
  }
  const names = Object.keys(fields) as ExtractedField[];
  if (data.key !== key || names.length === 0) return { form };
  return {
    form: { ...{ ...form, ...inForm(fields) }, content: content.slice(contentStart) },
    notice: `Taken from the front matter in the text when you save: ${extractedNames(names)}.`,
  };
};
