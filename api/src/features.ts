/** All features. Each can be removed with its folder and its line here. */
export { accountFeature } from './features/account/routes.ts';
export { backupFeature } from './features/backup/routes.ts';
export { checklistFeature } from './features/checklist/routes.ts';
export { connectFeature } from './features/connect/routes.ts';
export { drawingFeature } from './features/drawing/routes.ts';
export { feedsFeature } from './features/feeds/routes.ts';
export { historyFeature } from './features/history/routes.ts';
export { importFeature } from './features/import/routes.ts';
export { layoutFeature } from './features/layout/routes.ts';
export { previewsFeature } from './features/previews/routes.ts';
export { proposalsFeature } from './features/proposals/routes.ts';
export { staticCopyFeature } from './features/static-copy/routes.ts';
export { styleFeature } from './features/style/routes.ts';
