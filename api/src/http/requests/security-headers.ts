import helmet from 'helmet';
import type { Context } from 'koa';
import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

interface Options {
  /** Browsers use HTTPS alone from now on. */
  readonly https: boolean;
}

const ONE_YEAR_SECONDS = 31_536_000;

/** The site uses none of these, and no script on it may. */
const UNUSED_FEATURES = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'geolocation', 'gyroscope'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'usb', 'browsing-topics'],
];

/** The content security policy of an image: opened as a page, it runs and loads nothing. */
export const IMAGE_CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const INLINE = /<(script|style)>([\s\S]*?)<\/\1>/g;

/** A content security policy that also allows what stands inline in `document`, by its hash. */
export const allowInline = (policy: string, document: string): string => {
  const hashes = { script: '', style: '' };
  for (const [, kind, text = ''] of document.matchAll(INLINE)) {
    const hash = createHash('sha256').update(text).digest('base64');
    hashes[kind as keyof typeof hashes] += ` 'sha256-${hash}'`;
  }
  return policy.replace(
    /\b(script|style)-src 'self'/g,
    (directive, kind: keyof typeof hashes) => directive + hashes[kind],
  );
};

/** Lets a page of this site, and of no other, show the response in a frame. */
export const allowOwnFrame = (ctx: Context): void => {
  const policy = ctx.response.get('Content-Security-Policy');
  ctx.set(
    'Content-Security-Policy',
    policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
  );
  ctx.set('X-Frame-Options', 'SAMEORIGIN');
};

/** The security headers of every response. Only this site's own scripts and styles run. */
export const securityHeaders = ({ https }: Options): Readonly<Record<string, string>> => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'https:'],
        'font-src': ["'self'"],
        'manifest-src': ["'self'"],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'form-action': ["'self'"],
        // The history shows old versions of the site in a frame; nothing else may be in one.
        'frame-src': ["'self'"],
        'frame-ancestors': ["'none'"],
        // `web/src/site/trusted-html.ts` is the only way of HTML into a page.
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['sanitised'],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // Images of posts may come from other sites that don't send this site's header.
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https ? { maxAge: ONE_YEAR_SECONDS } : false,
    xFrameOptions: { action: 'deny' },
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
