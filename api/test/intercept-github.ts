import { createGitHubHandlers, type GitHub } from 'fixtures/github';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from 'vitest';

/**
 * Lets requests to the application on this machine pass; any other request must be for a mocked
 * GitHub.
 */
const passLocalRequests = ({ url }: Request, print: { error(): void }): void => {
  if (new URL(url).hostname !== '127.0.0.1') print.error();
};

/**
 * Intercepts the requests that the code under test sends with the global `fetch`, in all tests of
 * the file. The returned function routes those to a mocked GitHub's URL until the test ends,
 * replacing an earlier GitHub at that URL. The test fails if the mock doesn't support a request.
 */
export const interceptGitHub = (server: SetupServer): ((github: GitHub) => void) => {
  beforeAll(() => server.listen({ onUnhandledRequest: passLocalRequests }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return (github) => {
    server.use(...createGitHubHandlers(github));
    onTestFinished(() => expect(github.requests.unknown).toEqual([]));
  };
};
