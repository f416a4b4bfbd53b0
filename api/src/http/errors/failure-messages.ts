import type { Context } from 'koa';

const FAILED = 'Something went wrong on the server. Please try again.';

/** What could not be done, by call. */
const FAILED_CALLS: Readonly<Record<string, string>> = {
  'GET /api/content': 'Failed to load content',
  'PUT /api/site': 'Failed to save site metadata',
  'PUT /api/profile': 'Failed to save profile',
  'PUT /api/experiences': 'Failed to save experiences',
  'PUT /api/sections': 'Failed to save sections',
  'PUT /api/posts': 'Failed to save posts',
  'DELETE /api/posts/:id': 'Failed to delete post',
  'PATCH /api/posts/:id/visibility': 'Failed to update post visibility',
  'POST /api/reset': 'Failed to reset content',
  'POST /api/admin/posts/upload': 'Upload failed',
  'POST /api/uploads': 'Upload failed',
  'GET /api/auth/me': 'Unable to determine authentication state',
  'POST /api/auth/login': 'Unable to log in',
  'POST /api/auth/logout': 'Unable to log out',
};

/** What a person reads when a request fails for a reason that is the server's own. */
export const failureMessage = (ctx: Context): string => {
  // The router leaves the path of the route that it took.
  const { _matchedRoute: route } = ctx as { _matchedRoute?: string | RegExp };
  return FAILED_CALLS[`${ctx.method} ${String(route)}`] ?? FAILED;
};
