/** Returns the body of a response; throws if it is refused, since its cost would be meaningless. */
export const granted = async (asked: Promise<Response>): Promise<Buffer> => {
  const response = await asked;
  const body = Buffer.from(await response.arrayBuffer());
  if (response.status >= 400) throw new Error(`${response.url}: ${body.toString()}`);
  return body;
};

export const grantedJson = async <Body>(asked: Promise<Response>): Promise<Body> =>
  JSON.parse((await granted(asked)).toString()) as Body;

/** Returns the milliseconds until a job is done. */
export const timeOf = async (job: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await job();
  return performance.now() - start;
};
