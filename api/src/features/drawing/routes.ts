import type { CreateFeature } from '../../core/http/deps.ts';
import { createDrawings } from './drawings.ts';
import { iconRoutes } from './icons.ts';
import { shareCardPreview, shareCardRoutes } from './share-cards.ts';

/** A share card with a photo of 64 megapixels takes a second. */
const DRAWING_LIMIT_MS = 10_000;

export const drawingFeature: CreateFeature = (deps) => {
  // Separate threads, so that pages don't wait for drawings.
  const workers = deps.openWorkers({ threads: 1, taskMs: DRAWING_LIMIT_MS });
  const drawings = createDrawings({ workers, cache: deps.images, files: deps.imageFiles });
  const options = { ...deps, drawings };
  return {
    publicRoutes: [iconRoutes(options), shareCardRoutes(options)],
    apiRoutes: [shareCardPreview(options)],
  };
};
