/** Yields the chunks; throws once they have more bytes than the limit together. */
export const limitBytes = async function* (
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooMany: () => Error,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooMany();
    yield chunk;
  }
};
