/**
 * The entry point of the package: small enough for every page, with tree shaking. For this, code
 * that needs no schema is in modules without one. The codecs and the renderer have separate entry
 * points.
 */
export * from './api/calls.ts';
export * from './entities/contacts.ts';
export * from './api/credentials.ts';
export * from './text/data-url.ts';
export * from './entities/entity-schemas.ts';
export * from './entities/experience.ts';
export * from './api/failure-messages.ts';
export { blankOf, fieldName, hasText, labelsOf, readValue, type Issue } from './fields/fields.ts';
export * from './text/file-problem.ts';
export * from './entities/highlights.ts';
export * from './api/history.ts';
export * from './import/import.ts';
export * from './import/import-links.ts';
export * from './import/import-paths.ts';
export * from './limits.ts';
export * from './entities/photo.ts';
export * from './entities/post.ts';
export * from './entities/post-order.ts';
export * from './entities/post-search.ts';
export * from './api/preview.ts';
export * from './entities/profile.ts';
export * from './repository-layout.ts';
export * from './entities/resume-sections.ts';
export { schemaOf } from './fields/schema.ts';
export * from './entities/sections.ts';
export * from './entities/site.ts';
export * from './api/site-renderer.ts';
export * from './entities/tags.ts';
export * from './api/upload.ts';
export * from './api/upload-schemas.ts';
export * from './fields/validate.ts';
export * from './text/web-address.ts';
