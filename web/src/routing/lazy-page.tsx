import { lazy, type ComponentType } from 'react';

/** A page whose code is loaded when it is first shown, below a `Suspense` and an `ErrorBoundary`. */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>): ComponentType =>
  lazy(load);
