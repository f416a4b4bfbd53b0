import type { TestClient } from './test-client.ts';

/** Returns the address of a photo in a width and a format, e.g. `640.webp`, as pages have it. */
export const sizedAddress = async (client: TestClient, id: string, size: string) => {
  const link = (await client.get(`/photos/${id}`)).headers.get('location') ?? '';
  return `/photos/${id}/${new URL(link, 'http://localhost').searchParams.get('v')}-${size}`;
};
