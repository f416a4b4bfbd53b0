/** Not the one that tests with a mocked GitHub intercept; they let these requests pass anyway. */
const { fetch } = globalThis;

/** A minimal browser: keeps cookies and sends JSON. */
export interface TestClient {
  request(method: string, path: string, init?: RequestInit): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Returns the current `Cookie` header. */
  cookies(): string;
}

const isExpired = (setCookie: string): boolean => /expires=Thu, 01 Jan 1970/i.test(setCookie);

export const createTestClient = (url: string): TestClient => {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  const keepCookies = (response: Response) => {
    for (const setCookie of response.headers.getSetCookie()) {
      const [pair = ''] = setCookie.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (isExpired(setCookie)) jar.delete(name);
      else jar.set(name, value);
    }
  };

  const request: TestClient['request'] = async (method, path, init = {}) => {
    const headers = new Headers(init.headers);
    // Otherwise fetch adds `Cache-Control: no-cache` to conditional requests.
    if (headers.has('if-none-match') && !headers.has('cache-control')) {
      headers.set('cache-control', 'max-age=0');
    }
    // Compression takes much of the time of a test; fetch asks for it by default.
    if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
    if (!headers.has('cookie') && jar.size > 0) headers.set('cookie', cookies());
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init, method, headers });
    keepCookies(response);
    return response;
  };

  const withJson =
    (method: string) =>
    (path: string, body?: unknown, headers = {}) =>
      request(method, path, {
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });

  return {
    request,
    get: (path, headers = {}) => request('GET', path, { headers }),
    post: withJson('POST'),
    put: withJson('PUT'),
    patch: withJson('PATCH'),
    delete: withJson('DELETE'),
    cookies,
  };
};
