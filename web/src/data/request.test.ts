import { expect, it } from 'vitest';
import { ApiError, errorOf, isSignedOut, messageOf } from './request.ts';

const refusal = (body: string, statusText = '') => new Response(body, { status: 400, statusText });

it('tells the code and the message of a refusal, and all its issues', async () => {
  const issues = [{ path: 'location', message: 'Location is required' }];
  const error = await errorOf(
    refusal(JSON.stringify({ code: 'InvalidInput', message: 'Not so', issues })),
  );
  expect(error).toMatchObject({ code: 'InvalidInput', message: 'Not so', status: 400, issues });
});

it('tells the status text where the message is no text, or an empty one', async () => {
  for (const body of ['{"message": 7}', '{"message": ""}', '{"message": " "}']) {
    const error = await errorOf(refusal(body, 'Bad Request'));
    expect(error).toMatchObject({ message: 'Bad Request', issues: [] });
  }
});

it('says that the request failed where there are no words at all', async () => {
  for (const body of ['', '<html>', 'null', '[]', '{}', '{"message": ""}']) {
    expect((await errorOf(refusal(body))).message).toBe('Request failed');
  }
});

it('has the words of the caller when the server was not reached', async () => {
  expect(messageOf(new TypeError('fetch failed'), 'Unable to log in')).toBe('Unable to log in');
  expect(messageOf(await errorOf(refusal('{"message": "Wrong"}')), 'Unable')).toBe('Wrong');
});

it('knows a session that has ended by the status, whatever the words', () => {
  expect(isSignedOut(new ApiError('Anything', { status: 401 }))).toBe(true);
  expect(isSignedOut(new ApiError('Not authenticated', { status: 403 }))).toBe(false);
  expect(isSignedOut(new TypeError('Not authenticated'))).toBe(false);
});
