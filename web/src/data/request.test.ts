import { expect, it } from 'vitest';
import { ApiError, errorOf, isSignedOut, messageOf } from './request.ts';

const rejection = (body: string, statusText = '', type = 'application/json') =>
  new Response(body, { status: 400, statusText, headers: { 'Content-Type': type } });

it("keeps a refusal's code, message and issues", async () => {
  const issues = [{ path: 'location', message: 'Location is required' }];
  const error = await errorOf(
    rejection(JSON.stringify({ code: 'InvalidInput', message: 'Not so', issues })),
  );
  expect(error).toMatchObject({ code: 'InvalidInput', message: 'Not so', status: 400, issues });
});

it('falls back to the status text for a missing or empty message', async () => {
  for (const body of ['{"message": 7}', '{"message": ""}', '{"message": " "}']) {
    const error = await errorOf(rejection(body, 'Bad Request'));
    expect(error).toMatchObject({ message: 'Bad Request', issues: [] });
  }
});

it('says that the request failed when there is no message and no status text', async () => {
  for (const body of ['', '<html>', 'null', '[]', '{}', '{"message": ""}']) {
    expect((await errorOf(rejection(body))).message).toBe('Request failed');
  }
});

it('takes a plain text as the message, but no page', async () => {
  const messageFrom = async (type: string) =>
    (await errorOf(rejection('The store is down\n', 'Bad Request', type))).message;
  expect(await messageFrom('text/plain; charset=utf-8')).toBe('The store is down');
  expect(await messageFrom('text/html')).toBe('Bad Request');
});

it("returns the caller's message when the server can't be reached", async () => {
  expect(messageOf(new TypeError('fetch failed'), 'Unable to log in')).toBe('Unable to log in');
  expect(messageOf(await errorOf(rejection('{"message": "Wrong"}')), 'Unable')).toBe('Wrong');
});

it('recognizes an ended session by the status, not by the message', () => {
  expect(isSignedOut(new ApiError('Anything', { status: 401 }))).toBe(true);
  expect(isSignedOut(new ApiError('Not authenticated', { status: 403 }))).toBe(false);
  expect(isSignedOut(new TypeError('Not authenticated'))).toBe(false);
});
