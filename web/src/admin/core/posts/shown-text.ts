import type { PostSource } from 'content-schema';
import { relink } from 'content-schema/images-in-text';

/** Returns a text with the addresses that the server gives those of another site generator. */
export const shownText = (text: string, shownAs: PostSource['shownAs']): string =>
  shownAs ? relink(text, (address) => shownAs[address]) : text;
