import { contentOfBody, contentOfPlain } from './body.ts';
import { dateOfId } from './dates.ts';
import { findFields, NOTHING_FOUND, presentFields, type FoundFields } from './found-fields.ts';
import { takeApart, type PostFile } from './post-file.ts';
import type { PostFields } from './post-fields.ts';
import { titleBelowUnreadHead, titleOf } from './title.ts';

/** A post file with what it says. */
export interface ReadPost {
  readonly file: PostFile;
  readonly found: FoundFields;
  readonly fields: PostFields;
}

/** Never throws; what front matter doesn't say is derived from the content and the id. */
export const readPost = (text: string, id: string): ReadPost => {
  const file = takeApart(text);
  const { head, body, warning } = file;
  const derivedTitle = warning === undefined ? titleOf : titleBelowUnreadHead;
  const content = head ? contentOfBody(body) : contentOfPlain(body);
  const found = head ? findFields(head.document) : NOTHING_FOUND;
  const present = presentFields(found);
  const createdAt = dateOfId(id);
  const fields: PostFields = {
    tags: [],
    hidden: false,
    ...(createdAt !== undefined && { createdAt }),
    ...present,
    title: present.title ?? derivedTitle(content, id),
    content,
  };
  return { file, found, fields };
};
