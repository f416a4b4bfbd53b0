import type { PreviewRequest, PreviewResponse } from 'content-schema';
import { useRequest } from './keep-session.ts';

/**
 * Returns a function that creates a preview link, which opens without an account. Rejects as
 * `request` does.
 */
export const useMakePreview = (): ((preview: PreviewRequest) => Promise<PreviewResponse>) => {
  const request = useRequest();
  return async (body) => (await request('POST /admin/previews', { body })).answer;
};
