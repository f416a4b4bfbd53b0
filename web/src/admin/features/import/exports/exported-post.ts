import {
  addressKey,
  counted,
  decodeAddress,
  groupBy,
  isImageAt,
  postFileNames,
  withoutSize,
  type PostFields,
} from 'content-schema';
import { slugOf } from 'content-schema/post-id';
import { visit } from 'unist-util-visit';
import { stringify } from 'yaml';
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
  readonly name?: string;
  readonly isPage: boolean;
  /** Why visitors can't see it, such as `a draft`; undefined if they can. */
  readonly hidden: string | undefined;
  readonly author?: string;
  readonly cover?: { readonly url: string; readonly alt: string; readonly title: string };
  readonly html: string;
  /** What could not be kept, each in the singular, such as `mail card`. */
  readonly skipped?: string[];
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

/** A file as it was chosen, or of a post; `notes` are what could not be kept of it. */
export interface ImportedFile {
  readonly path: string;
  readonly file: File;
  readonly rejection?: string;
  readonly notes?: readonly string[];
}

export const countedKinds = (kinds: readonly string[]): string[] =>
  [...groupBy(kinds, (kind) => kind)].map(([kind, all]) => counted(all.length, kind));

const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]*|[?#].*$/g, '');
export const hostOf = (address: string): string => /^https?:\/\/([^/?#]*)/.exec(address)?.[1] ?? '';
/** The host without `www`, which a site often has with and without it. */
const bareHostOf = (address: string): string => hostOf(address).replace(/^www\./, '');
const fileNameOf = (path: string): string => decodeAddress(path).toLowerCase().replace(/^.*\//, '');

/** The path of its file, like its address without the ending of a page. */
const fileOf = ({ addresses, name = '', fields, isPage }: ExportedPost, index: number): string => {
  const [path = slugOf(fields.title) || `post-${index + 1}`] = [pathOf(addresses[0]), name]
    .map((each) => decodeAddress(each).replace(/^\/+|(?:\.html?|\.php|-[\da-f]{11,14})?\/*$/g, ''))
    .filter(Boolean);
  return `${isPage ? 'pages/' : ''}${path}.md`;
};

/** Returns a function for the addresses of links and pictures: among the files, or absolute. */
const createRelocation = ({ site, posts }: Export, images: readonly string[]) => {
  const byName = groupBy(images, fileNameOf);
  const own = new Set(posts.map(({ addresses }) => addressKey(addresses[0])));
  const imageAt = (path: string): string | undefined =>
    byName.get(fileNameOf(path))?.find((image) => {
      const [one, other] = [`/${image}`, decodeAddress(path)].map((each) => each.toLowerCase());
      return (
        one !== undefined && other !== undefined && (one.endsWith(other) || other.endsWith(one))
      );
    });
  return (written: string): string => {
    const address = written
      .trim()
      .replace(/^__GHOST_URL__(?=\/)/, '')
      .replace(/^\/\//, 'https://');
    if (bareHostOf(address) !== bareHostOf(site) && !address.startsWith('/')) return address;
    const path = pathOf(address);
    const image = isImageAt(path) ? (imageAt(path) ?? imageAt(withoutSize(path))) : undefined;
    if (image !== undefined) return encodeURI(`/${image}`);
    if (own.has(addressKey(path))) return path + (/#.*$/.exec(address)?.[0] ?? '');
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
  const byAuthor = groupBy(
    posts.flatMap(({ author }) => author || []),
    (author) => author,
  );
  const [owner] = [...byAuthor.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
  const shownHosts = new Set<string>();
  const fileFor = (post: ExportedPost, index: number): ImportedFile => {
    const { fields, addresses, hidden, author, cover, skipped = [], notes = [] } = post;
    const name = names[index] ?? '';
    const id = name.replace(/^page:|\.md$/g, '');
    const tree = markdownTreeOf(post.html, skipped);
    const shown: string[] = [];
    const image = cover?.url ? [{ type: 'image' as const, ...cover }] : [];
    if (image.length > 0) tree.children.unshift({ type: 'paragraph', children: image });
    visit(tree, (node) => {
      if ('url' in node) node.url = relocated(node.url);
      if (node.type === 'image') shown.push(node.url);
      if (node.type !== 'html') return;
      node.value = node.value.replace(/__GHOST_URL__[^\s"'()<>\]]*/g, relocated);
    });
    if (image.length > 0 && shown.lastIndexOf(shown[0] ?? '') > 0) tree.children.shift();
    shown.map(hostOf).forEach((host) => shownHosts.add(host));
    // A page keeps its address if that is its name.
    const isNew = (path: string) =>
      path.length > 1 && !(post.isPage && addressKey(path) === `/${id}`);
    const { title, description, tags, lang, translationKey } = fields;
    const [createdAt, updatedAt, publishDate] = [
      fields.createdAt,
      fields.updatedAt,
      fields.publishDate,
    ].map((date) => (Number.isNaN(Date.parse(date ?? '')) ? undefined : date));
    const aliases = addresses.map(pathOf).filter(isNew);
    const head = {
      ...{
        title: title || id,
        description: description || undefined,
        tags: tags.length > 0 ? [...new Set(tags)] : undefined,
      },
      ...{ hidden: hidden !== undefined, createdAt, updatedAt, publishDate },
      ...{ aliases: aliases.length > 0 ? aliases : undefined, lang, translationKey },
    };
    const text = `---\n${stringify(head, { lineWidth: 0 })}---\n\n${writer.stringify(tree).trim()}\n`;
    return {
      path: name.replace(/^page:/, 'pages/'),
      file: new File([text], name, { type: 'text/markdown' }),
      notes: [
        ...(hidden === undefined ? [] : [`It is hidden: ${hidden}`]),
        ...(author && author !== owner ? [`Posts have no author; this is by ${author}`] : []),
        ...(skipped.length > 0 ? [`Left out: ${countedKinds(skipped).join(', ')}`] : []),
        ...notes,
      ],
    };
  };
  const files = posts.map(fileFor);
  const own = [...hosts, bareHostOf(site)].filter(Boolean);
  const isOwn = (host: string) => own.some((each) => `.${host}`.endsWith(`.${each}`));
  return { posts: files, hosts: [...shownHosts].filter(isOwn) };
};
