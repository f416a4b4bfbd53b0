import { JSON_BODY_MAX_BYTES } from 'content-schema';
import type { Middleware } from 'koa';
import { koaBody } from 'koa-body';
import { BodyTooLarge, MalformedBody, UnsupportedMediaType } from '../errors/http-errors.ts';

const MEGABYTE = 1024 * 1024;

const statusOf = (error: unknown): unknown =>
  error instanceof Error && 'status' in error ? error.status : undefined;

/** Parses a JSON body of at most `maxBytes` into `ctx.request.body`. */
export const jsonBody = (maxBytes = JSON_BODY_MAX_BYTES): Middleware => {
  const parse = koaBody({
    jsonLimit: maxBytes,
    text: false,
    urlencoded: false,
    multipart: false,
    onError: (error) => {
      if (statusOf(error) === 413) {
        throw new BodyTooLarge(`The request is larger than ${maxBytes / MEGABYTE} MB`);
      }
      throw new MalformedBody('The request body is not valid JSON', { cause: error });
    },
  });
  return async (ctx, next) => {
    if (!ctx.is('application/json')) {
      throw new UnsupportedMediaType('Send the request body as application/json');
    }
    await parse(ctx, next);
  };
};
