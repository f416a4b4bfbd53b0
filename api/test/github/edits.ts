import type { ContentSummaryResponse, ErrorResponseBody, ProfileResponse } from 'content-schema';
import type { Repository } from 'fixtures/github';
import { expect } from 'vitest';
import { read } from '../responses.ts';
import type { TestClient } from '../test-client.ts';

export const readContent = (client: TestClient) =>
  read<ContentSummaryResponse>(client, '/api/content?posts=summary');

/** Saves the profile with another name, like the dashboard. */
export const rename = async (admin: TestClient, name: string): Promise<Response> => {
  const { profile } = await readContent(admin);
  return admin.put('/api/profile', { ...profile, name });
};

export const messageOf = async (response: Response): Promise<string> =>
  ((await response.json()) as ErrorResponseBody).message;

/** Returns the name stored at GitHub; throws if the file isn't complete. */
export const storedName = (repository: Repository): string => {
  const file = repository.files().get('profile.json')?.toString() ?? '';
  return (JSON.parse(file) as ProfileResponse).name;
};

/**
 * Returns the subjects of all commits, newest first, and expects that no operation id occurs twice.
 */
export const subjectsOf = (repository: Repository): string[] => {
  const messages = repository.commits().map(({ message }) => message);
  const operations = messages.flatMap((message) => /^Operation-Id: .*$/m.exec(message) ?? []);
  expect(new Set(operations).size).toBe(operations.length);
  return messages.map((message) => message.split('\n')[0] ?? '');
};
