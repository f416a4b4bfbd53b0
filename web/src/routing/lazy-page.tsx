import { lazy, type ComponentType } from 'react';

/** A page whose code is loaded when it is first shown, below a `Suspense` and an `ErrorBoundary`. */
export const lazyPage = <Props extends object = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => lazy(load);
