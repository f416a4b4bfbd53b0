export interface TreeItem {
  /** As stored: `100644`, `100755`, `120000` a symbolic link, `160000` a submodule, `40000`. */
  readonly mode: string;
  /** The name's bytes, a character each: git doesn't promise UTF-8, and sorts by bytes. */
  readonly name: string;
  readonly sha: string;
}

export const NEW_FILE_MODE = '100644';
export const DIRECTORY_MODE = '40000';

const KIND = 0o170_000;
const kindOf = ({ mode }: TreeItem): number => Number.parseInt(mode, 8) & KIND;

export const isDirectory = (item: TreeItem): boolean => kindOf(item) === 0o040_000;
export const isFile = (item: TreeItem): boolean => kindOf(item) === 0o100_000;

/** A name as a tree stores it. */
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

export const parseTree = (body: Buffer): TreeItem[] => {
  const items: TreeItem[] = [];
  for (let at = 0; at < body.length;) {
    const space = body.indexOf(' ', at);
    const end = body.indexOf(0, space);
    const next = end + 1 + SHA_BYTES;
    if (space < 0 || end < 0 || next > body.length) throw new Error('A tree object is corrupt');
    items.push({
      mode: body.toString('latin1', at, space),
      name: body.toString('latin1', space + 1, end),
      sha: body.toString('hex', end + 1, next),
    });
    at = next;
  }
  return items;
};

// Git sorts a directory as if its name ended with a slash.
const sortKey = (item: TreeItem): string => (isDirectory(item) ? `${item.name}/` : item.name);

const inGitOrder = (a: TreeItem, b: TreeItem): number => (sortKey(a) < sortKey(b) ? -1 : 1);

export const renderTree = (items: Iterable<TreeItem>): Buffer =>
  Buffer.concat(
    [...items]
      .sort(inGitOrder)
      .flatMap(({ mode, name, sha }) => [
        Buffer.from(`${mode} ${name}\0`, 'latin1'),
        Buffer.from(sha, 'hex'),
      ]),
  );
