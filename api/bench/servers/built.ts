import { join } from 'node:path';
import { openWebApp, type WebApp } from '../../src/core/http/pages/web-app.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The built API's entry. */
export const BUILT_MAIN = join(ROOT, 'api', 'dist', 'main.js');

/** The built web app. */
export const builtWebApp = (): WebApp => openWebApp(join(ROOT, 'web', 'dist'));
