import { PHOTO_WIDTHS, photoOf, type PhotoWidth } from 'content-schema';
import { createSignatures } from '../signatures.ts';
import { extensionOf, typeOfName } from './image-types.ts';
import type { Photo } from './photo.ts';
import type { SizedType } from './resize-picture.ts';

/** Links to photos that anybody may open for a while, without a session. */
export interface MediaLinks {
  /** A link to the photo's bytes, or to a form of it, the same all through a window of time. */
  link(photo: Pick<Photo, 'key' | 'blob'>, form?: PhotoForm): MediaLink;
  /** What a link was made for; undefined for one that `link` did not make, or whose time has passed. */
  open(key: string, query: Readonly<Record<string, unknown>>): OpenedLink | undefined;
}

export interface PhotoForm {
  readonly width: PhotoWidth;
  readonly type: SizedType;
}

interface MediaLink {
  /** Relative to the site's origin. */
  readonly url: string;
  /** How long `link` gives this same link. */
  readonly stableSeconds: number;
}

interface OpenedLink {
  /** Of the photo; its file may have another name by now. */
  readonly id: string;
  /** How the id of its blob begins. */
  readonly version: string;
  readonly form: PhotoForm | undefined;
  /** How long the link is still good. */
  readonly secondsLeft: number;
}

/** Long enough for browsers to keep what never changes; `decisions/008` says why it ends at all. */
const WINDOW_SECONDS = 30 * 24 * 60 * 60;
const SECONDS_SINCE_1970 = /^\d{1,12}$/;
const VERSION_LENGTH = 12;

/** The parts of a link that are signed, in their order. */
const FIELDS = ['v', 'w', 'as', 'expires'] as const;
type SignedFields = Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;

const signedText = (key: string, fields: SignedFields): string =>
  [...FIELDS.map((name) => fields[name] ?? ''), key].join('\n');

const now = (): number => Math.floor(Date.now() / 1000);

const pathOf = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

const formOf = ({ w, as }: SignedFields): PhotoForm | undefined => {
  const width = PHOTO_WIDTHS.find((it) => String(it) === w);
  const type = as === undefined ? undefined : typeOfName(`.${as}`);
  return width && type && type !== 'image/svg+xml' ? { width, type } : undefined;
};

/**
 * Links signed with keys that are derived from `secrets`: the first signs, all verify. A link is
 * good for one window of thirty days at least and for two at most.
 */
export const createMediaLinks = (secrets: readonly string[]): MediaLinks => {
  const signatures = createSignatures(secrets, 'media links');
  return {
    link: ({ key, blob }, form) => {
      const window = Math.floor(now() / WINDOW_SECONDS);
      const fields = {
        v: blob.slice(0, VERSION_LENGTH),
        ...(form && { w: String(form.width), as: extensionOf(form.type) }),
        expires: String((window + 2) * WINDOW_SECONDS),
      };
      const query = new URLSearchParams({
        ...fields,
        signature: signatures.sign(signedText(key, fields)),
      });
      return {
        url: `/media/${pathOf(key)}?${query.toString()}`,
        stableSeconds: (window + 1) * WINDOW_SECONDS - now(),
      };
    },
    open: (key, query) => {
      const textOf = (name: string): string | undefined =>
        typeof query[name] === 'string' ? query[name] : undefined;
      const fields = Object.fromEntries(FIELDS.map((name) => [name, textOf(name)])) as SignedFields;
      const { v: version = '', expires = '' } = fields;
      if (!SECONDS_SINCE_1970.test(expires) || Number(expires) <= now()) return undefined;
      const signature = textOf('signature') ?? '';
      if (!signatures.verifies(signedText(key, fields), signature)) return undefined;
      const id = photoOf(key)?.id;
      if (id === undefined) return undefined;
      return { id, version, form: formOf(fields), secondsLeft: Number(expires) - now() };
    },
  };
};
