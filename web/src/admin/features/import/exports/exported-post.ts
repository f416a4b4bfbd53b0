import { counted, groupBy, isImageAt, postFileNames, type PostFields } from 'content-schema';
import { toIsoDate, writePostFile } from 'content-schema/front-matter';
import { slugOf } from 'content-schema/post-id';
import { visit } from 'unist-util-visit';
import { writer } from '../../../core/posts/editor/html-to-markdown.ts';
import { markdownTreeOf } from './html.ts';

/** A post or page of another program; a text that it lacks is empty. */
export interface ExportedPost {
  readonly fields: Pick<PostFields, 'title' | 'tags'> & {
    readonly [Name in keyof PostFields]?: PostFields[Name] | undefined;
  };
  /** Its address on the site that it comes from, or the path of that, and the paths of others. */
  readonly addresses: readonly [string, ...string[]];
  /** Its name, which a draft may have without an address. */
  readonly name: string;
  readonly isPage: boolean;
  /** Why visitors can't see it, such as `a draft`; undefined if they can. */
  readonly hidden: string | undefined;
  readonly author: string;
  readonly cover?:
    { readonly url: string; readonly alt?: string; readonly title?: string } | undefined;
  readonly html: string;
  /** What could not be kept, each in the singular, such as `mail card`. */
  readonly skipped: string[];
  readonly notes?: readonly string[];
}

export interface Export {
  readonly posts: readonly ExportedPost[];
  /** The kind of each thing that does not become a post, such as `comment`. */
  readonly leftOut: readonly string[];
  /** The address of its site; empty if the export doesn't name it. */
  readonly site: string;
  /** The hosts of its pictures, besides that of the site. */
  readonly hosts: readonly string[];
}

/** As the list of chosen files has it. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
  readonly rejection?: string;
  readonly notes?: readonly string[];
}

export const countedKinds = (kinds: readonly string[]): string[] =>
  [...groupBy(kinds, (kind) => kind)].map(([kind, all]) => counted(all.length, kind));

const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]*|[?#].*$/g, '');
export const hostOf = (address: string): string =>
  address.replace(/^https?:\/\/(?:www\.)?|[/?#].*$/g, '');

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

const keyOf = (path: string): string => decoded(path).toLowerCase().replace(/\/+$/, '');
const nameOf = (path: string): string => keyOf(path).replace(/^.*\//, '');

/** The path of its file, like its address without the ending of a page. */
const fileOf = ({ addresses, name, fields, isPage }: ExportedPost, index: number): string => {
  const [path = slugOf(fields.title) || `post-${index + 1}`] = [pathOf(addresses[0]), name]
    .map((each) => decoded(each).replace(/^\/+|(?:\.html?|\.php|-[\da-f]{11,14})?\/*$/g, ''))
    .filter(Boolean);
  return `${isPage ? 'pages/' : ''}${path}.md`;
};

/** Returns a function for the addresses of links and pictures: among the files, or absolute. */
const createRelocation = ({ site, posts }: Export, images: readonly string[]) => {
  const byName = groupBy(images, nameOf);
  const own = new Set(posts.map(({ addresses }) => keyOf(pathOf(addresses[0]))));
  return (written: string): string => {
    const address = written
      .trim()
      .replace(/^__GHOST_URL__(?=\/)/, '')
      .replace(/^\/\//, 'https://');
    if (!address.startsWith('/') && (site === '' || hostOf(address) !== hostOf(site)))
      return address;
    const path = pathOf(address);
    const sizes = isImageAt(path)
      ? [path, path.replace(/\/size\/w\d+|-\d+x\d+(?=\.\w+$)/, '')]
      : [];
    const [image] = sizes.flatMap((size) =>
      (byName.get(nameOf(size)) ?? []).filter((each) => {
        const [one, other] = [keyOf(`/${each}`), keyOf(size)];
        return one.endsWith(other) || other.endsWith(one);
      }),
    );
    if (image !== undefined) return encodeURI(`/${image}`);
    if (own.has(keyOf(path))) return path + (/#.*$/.exec(address)?.[0] ?? '');
    return address.startsWith('/') ? site.replace(/\/+$/, '') + address : address;
  };
};

/** Converts the posts of an export to files. `images` are the paths of the pictures with it. */
export const filesOf = (exported: Export, images: readonly string[]) => {
  const { posts, site, hosts } = exported;
  const paths = posts.map(fileOf);
  const pages = paths.filter((path) => path.startsWith('pages/'));
  const names = postFileNames(paths, new Map(pages.map((path) => [path, path.slice(6)])));
  const relocated = createRelocation(exported, images);
  const isByMany = new Set(posts.flatMap(({ author }) => author || [])).size > 1;
  const ownHosts = [...hosts, hostOf(site)].filter(Boolean);
  const shownHosts = new Set<string>();
  const fileFor = (post: ExportedPost, index: number): ChosenFile => {
    const { fields, addresses, hidden, author, cover, skipped, notes = [] } = post;
    const name = names[index] ?? '';
    const id = name.replace(/^page:|\.md$/g, '');
    const tree = markdownTreeOf(post.html, skipped);
    const shown: string[] = [];
    if (cover?.url)
      tree.children.unshift({ type: 'paragraph', children: [{ type: 'image', ...cover }] });
    visit(tree, (node) => {
      if (node.type === 'image' || node.type === 'link') node.url = relocated(node.url);
      if (node.type === 'image') shown.push(node.url);
      if (node.type === 'html')
        node.value = node.value.replace(/__GHOST_URL__[^\s"'()<>\]]*/g, relocated);
    });
    if (cover?.url && shown.lastIndexOf(shown[0] ?? '') > 0) tree.children.shift();
    for (const host of shown.map(hostOf))
      if (ownHosts.some((own) => `.${host}`.endsWith(`.${own}`))) shownHosts.add(host);
    // A page keeps its address if that is its name.
    const isNew = (path: string) =>
      !['', '/', ...(post.isPage ? [`/${id}`, `/${id}/`] : [])].includes(path);
    const set = Object.entries(fields).filter(
      ([key, value]) => !/(?:At|Date)$/.test(key) || toIsoDate(String(value)),
    );
    const text = writePostFile(
      undefined,
      {
        ...(Object.fromEntries(set) as unknown as PostFields),
        ...{
          tags: [...new Set(fields.tags)],
          title: fields.title || id,
          hidden: hidden !== undefined,
        },
        ...{ aliases: addresses.map(pathOf).filter(isNew), content: writer.stringify(tree).trim() },
      },
      id,
    );
    return {
      path: name.replace(/^page:/, 'pages/'),
      file: new File([text], name, { type: 'text/markdown' }),
      notes: [
        ...(hidden === undefined ? [] : [`It is hidden: ${hidden}`]),
        ...(isByMany && author !== '' ? [`Posts have no author; this is by ${author}`] : []),
        ...(skipped.length > 0 ? [`Left out: ${countedKinds(skipped).join(', ')}`] : []),
        ...notes,
      ],
    };
  };
  return { posts: posts.map(fileFor), hosts: [...shownHosts] };
};
