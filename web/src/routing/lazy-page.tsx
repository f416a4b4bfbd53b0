import { lazy, type ComponentType } from 'react';

/**
 * A page that loads its code when it is first shown. Needs a `Suspense` and an `ErrorBoundary`
 * around it.
 */
export const lazyPage = <Props extends object = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => lazy(load);
