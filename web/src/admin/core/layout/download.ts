import { errorOf } from '../../../data/request.ts';

/** Starts a download. Rejects with the server's reason, since browsers only say that one has failed. */
export const download = async (path: string): Promise<void> => {
  const { ok } = await fetch(path, { method: 'HEAD' });
  if (!ok) throw await errorOf(await fetch(path));
  Object.assign(document.createElement('a'), { href: path, download: '' }).click();
};
