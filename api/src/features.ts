/** All features. One is removed with its folder and its line here. */
import type { CreateFeature } from './core/http/deps.ts';
import { accountFeature } from './features/account/routes.ts';
import { backupFeature } from './features/backup/routes.ts';
import { checklistFeature } from './features/checklist/routes.ts';
import { connectFeature } from './features/connect/routes.ts';
import { drawingFeature } from './features/drawing/routes.ts';
import { feedsFeature } from './features/feeds/routes.ts';
import { historyFeature } from './features/history/routes.ts';
import { importFeature } from './features/import/routes.ts';
import { previewsFeature } from './features/previews/routes.ts';
import { proposalsFeature } from './features/proposals/routes.ts';

export const FEATURES: readonly CreateFeature[] = [
  accountFeature,
  backupFeature,
  checklistFeature,
  connectFeature,
  drawingFeature,
  feedsFeature,
  historyFeature,
  importFeature,
  previewsFeature,
  proposalsFeature,
];
