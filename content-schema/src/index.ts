/**
 * The entry point of the package: small enough for every page, with tree shaking. For this, code
 * that needs no schema is in modules without one. The codecs and the renderer have separate entry
 * points.
 */
export * from './api.ts';
export * from './contacts.ts';
export * from './credentials.ts';
export * from './data-url.ts';
export * from './entity-schemas.ts';
export * from './experience.ts';
export * from './failure-messages.ts';
export { blankOf, fieldName, hasText, labelsOf, readValue, type Issue } from './fields.ts';
export * from './file-problem.ts';
export * from './highlights.ts';
export * from './history.ts';
export * from './import.ts';
export * from './import-links.ts';
export * from './import-paths.ts';
export * from './limits.ts';
export * from './photo.ts';
export * from './post.ts';
export * from './post-order.ts';
export * from './post-search.ts';
export * from './preview.ts';
export * from './profile.ts';
export * from './repository-layout.ts';
export * from './resume-sections.ts';
export { schemaOf } from './schema.ts';
export * from './sections.ts';
export * from './site.ts';
export * from './site-renderer.ts';
export * from './tags.ts';
export * from './upload.ts';
export * from './upload-schemas.ts';
export * from './validate.ts';
export * from './web-address.ts';
