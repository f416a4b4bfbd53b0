import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

interface Options {
  /** Browsers use HTTPS alone from now on. */
  readonly https: boolean;
}

const ONE_YEAR_SECONDS = 31_536_000;

/** The content security policy of an image: opened as a page, it runs and loads nothing. */
export const IMAGE_CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The security headers of every response. Only this site's own scripts and styles run. */
export const securityHeaders = ({ https }: Options): Middleware =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'https:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // Images of posts may come from other sites that don't send this site's header.
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https ? { maxAge: ONE_YEAR_SECONDS } : false,
  });
