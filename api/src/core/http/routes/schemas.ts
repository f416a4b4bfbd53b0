import Router from '@koa/router';
import { jsonSchemaOf, schemaPath } from 'content-schema';
import { ENTITIES } from '../../reading/entities.ts';
import { EntityNotFound } from '../../reading/errors.ts';
import type { RouteDeps } from '../deps.ts';

/** `GET /schemas/{file}`: the JSON Schema of a JSON file, with which editors complete and check it */
export const schemaRoutes = ({ origin }: RouteDeps): Router => {
  const schemas = new Map<string, string>(
    Object.values(ENTITIES).map(({ path, file: { fields } }) => {
      const about = { $schema: 'http://json-schema.org/draft-07/schema#', title: path };
      const schema = { ...jsonSchemaOf(fields), ...about, $id: origin + schemaPath(path) };
      return [path, JSON.stringify(schema, null, 2)];
    }),
  );
  return new Router().get(schemaPath(':file'), (ctx) => {
    const schema = schemas.get(ctx.params['file'] ?? '');
    if (schema === undefined) throw new EntityNotFound('Schema not found');
    ctx.set('Cache-Control', 'public, max-age=3600, stale-while-revalidate=86400');
    // Editors in a browser have another origin.
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.type = 'application/schema+json';
    ctx.body = schema;
  });
};
