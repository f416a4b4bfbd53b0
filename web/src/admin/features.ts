/** The features of the admin area, by name. Each can be removed with its folder and its line. */
export { account } from './features/account/feature.tsx';
export { backup } from './features/backup/feature.tsx';
export { connect } from './features/connect/feature.tsx';
export { history } from './features/history/feature.tsx';
export { importPosts } from './features/import/feature.ts';
export { layout } from './features/layout/feature.tsx';
export { previews } from './features/previews/feature.tsx';
export { proposals } from './features/proposals/feature.tsx';
export { staticCopy } from './features/static-copy/feature.tsx';
export { style } from './features/style/feature.tsx';
