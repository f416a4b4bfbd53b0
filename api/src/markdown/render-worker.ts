/** Runs in a worker thread, so that rendering a long post holds up no request. */
export { renderMarkdown as default } from 'content-schema/markdown';
