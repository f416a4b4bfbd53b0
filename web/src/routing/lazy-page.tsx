import { lazy, type ComponentType, type FunctionComponent } from 'react';

/** A page that loads its code when first shown. Needs a `Suspense` and an `ErrorBoundary`. */
export const lazyPage = <Props extends object = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): FunctionComponent<Props> => lazy(load);
