/** Git's tree objects, each of which lists the entries of a folder. */

export interface TreeItem {
  /** As stored: `100644`, `100755`, `120000` a symbolic link, `160000` a submodule, `40000`. */
  readonly mode: string;
  /** The name's bytes as Latin-1: git doesn't guarantee UTF-8, and sorts by bytes. */
  readonly name: string;
  readonly sha: string;
}

export const NEW_FILE_MODE = '100644';
export const EXECUTABLE_MODE = '100755';
export const DIRECTORY_MODE = '40000';

const KIND = 0o170_000;
const kindOf = ({ mode }: TreeItem): number => Number.parseInt(mode, 8) & KIND;

export const isDirectory = (item: TreeItem): boolean => kindOf(item) === 0o040_000;
export const isFile = (item: TreeItem): boolean => kindOf(item) === 0o100_000;

/** Converts a name to the form in `TreeItem.name`. */
export const storedName = (name: string): string => Buffer.from(name).toString('latin1');

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const PLAIN_ASCII = /^[\0-\x7f]*$/;

/** The name as text, or null when its bytes are not UTF-8. */
export const readableName = (stored: string): string | null => {
  if (PLAIN_ASCII.test(stored)) return stored;
  try {
    return utf8.decode(Buffer.from(stored, 'latin1'));
  } catch {
    return null;
  }
};

const SHA_BYTES = 20;

export const endOfItem = (body: Buffer, start: number): number => {
  const nameEnd = body.indexOf(0, start);
  const end = nameEnd + 1 + SHA_BYTES;
  if (nameEnd < 0 || end > body.length) throw new Error('A tree object is corrupt');
  return end;
};

export const parseItem = (body: Buffer, start: number, end: number): TreeItem => {
  const space = body.indexOf(' ', start);
  const nameEnd = end - SHA_BYTES - 1;
  if (space < 0 || space > nameEnd) throw new Error('A tree object is corrupt');
  return {
    mode: body.toString('latin1', start, space),
    name: body.toString('latin1', space + 1, nameEnd),
    sha: body.toString('hex', nameEnd + 1, end),
  };
};

export const parseTree = (body: Buffer): TreeItem[] => {
  const items: TreeItem[] = [];
  for (let at = 0; at < body.length;) {
    const end = endOfItem(body, at);
    items.push(parseItem(body, at, end));
    at = end;
  }
  return items;
};

// Git sorts a directory as if its name ended with a slash.
const sortKey = (item: TreeItem): string => (isDirectory(item) ? `${item.name}/` : item.name);

export const inGitOrder = (a: TreeItem, b: TreeItem): number => (sortKey(a) < sortKey(b) ? -1 : 1);

/** Renders a tree object; the items must be in git's order. */
export const renderTree = (items: readonly TreeItem[]): Buffer => {
  const length = items.reduce(
    (sum, { mode, name }) => sum + mode.length + name.length + 2 + SHA_BYTES,
    0,
  );
  const body = Buffer.allocUnsafe(length);
  let at = 0;
  for (const { mode, name, sha } of items) {
    at += body.write(`${mode} ${name}\0`, at, 'latin1');
    at += body.write(sha, at, 'hex');
  }
  return body;
};
