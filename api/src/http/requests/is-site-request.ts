import { API_BASE_PATH } from 'content-schema';
import type { Context } from 'koa';

/** Whether the request asks for a page or a file of the site, rather than being a call. */
export const isSiteRequest = ({ method, path }: Context): boolean =>
  (method === 'GET' || method === 'HEAD') && !path.startsWith(`${API_BASE_PATH}/`);
