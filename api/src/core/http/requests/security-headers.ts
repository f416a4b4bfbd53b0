import helmet from 'helmet';
import type { Context } from 'koa';
import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

const ONE_YEAR_SECONDS = 31_536_000;

/** Browser features that the site doesn't use and that are denied to all scripts. */
const UNUSED_FEATURES = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'geolocation', 'gyroscope'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'usb', 'browsing-topics'],
];

/** The policy of an image, so that it runs and loads nothing when opened as a page. */
export const IMAGE_CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const POLICY = 'Content-Security-Policy';

const INLINE = /<(script|style)(?: id="[\w-]+")?>([\s\S]*?)<\/\1>/g;

/** The hashes of a document's inline scripts and styles, as a content security policy lists them. */
export type InlineSources = Readonly<Record<'script' | 'style', string>>;

export const inlineSourcesOf = (document: string): InlineSources => {
  const hashes = { script: '', style: '' };
  for (const [, kind, text = ''] of document.matchAll(INLINE)) {
    const hash = createHash('sha256').update(text).digest('base64');
    hashes[kind as keyof typeof hashes] += ` 'sha256-${hash}'`;
  }
  return hashes;
};

/** Adds the sources to the content security policy of the response. */
export const allowInline = (ctx: Context, sources: InlineSources): void => {
  const policy = ctx.response.get(POLICY);
  ctx.set(
    POLICY,
    policy.replace(
      /\b(script|style)-src 'self'/g,
      (directive, kind: keyof InlineSources) => directive + sources[kind],
    ),
  );
};

/** Allows framing of the response by pages of this site only, and images of other sites or none. */
export const allowOwnFrame = (ctx: Context, foreignImages: boolean): void => {
  const policy = ctx.response
    .get(POLICY)
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'");
  ctx.set(POLICY, foreignImages ? policy : policy.replace(/(img-src [^;]*) https:/, '$1'));
  ctx.set('X-Frame-Options', 'SAMEORIGIN');
};

/**
 * Returns the security headers of every response of the site at `origin`. Only its own scripts and
 * styles run, and with https, browsers have to use that from now on.
 */
export const securityHeaders = (origin: string): Readonly<Record<string, string>> => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        // The editor shows photos and videos that are not saved yet at `blob:`.
        'img-src': ["'self'", 'data:', 'blob:', 'https:'],
        'media-src': ["'self'", 'blob:'],
        'font-src': ["'self'"],
        'manifest-src': ["'self'"],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'form-action': ["'self'"],
        // The history shows old versions of the site in a frame; no other frames are allowed.
        'frame-src': ["'self'"],
        'frame-ancestors': ["'none'"],
        // Only `web/src/site/trusted-html.ts` may insert HTML into a page.
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['sanitised'],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // Posts may embed images of other sites, which don't send the header that this requires.
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: origin.startsWith('https:') && { maxAge: ONE_YEAR_SECONDS },
    xFrameOptions: { action: 'deny' },
    // For Flash, Internet Explorer, and filters of scripts that no browser has any more.
    ...{ xDownloadOptions: false, xPermittedCrossDomainPolicies: false, xXssProtection: false },
  });
  setHeaders(response.req, response, () => undefined);
  response.setHeader(
    'Permissions-Policy',
    UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  );
  return Object.fromEntries(
    response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]),
  );
};
