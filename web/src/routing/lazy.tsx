/**
 * Components whose code is loaded when they are first shown. The only place for React's `lazy`:
 * a chunk that can't be loaded, or that throws, leaves the rest of the page as it is.
 */
import { Suspense, lazy, useState, useTransition, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Problem } from '../ui/problem.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A failed `lazy` stays failed, so the next attempt needs another. */
const createAttempts = <Props extends object>(load: Load<Props>) => {
  let latest = lazy(load);
  return {
    latest: () => latest,
    renew: () => {
      latest = lazy(load);
    },
  };
};

/** A page, for use below a `Suspense`. */
export const lazyPage = (load: Load<object>): ComponentType => {
  const attempts = createAttempts(load);
  return () => {
    const Page = attempts.latest();
    return (
      <ErrorBoundary resetKey={useLocation().key} onError={attempts.renew}>
        <Page />
      </ErrorBoundary>
    );
  };
};

/** A part of a page, with what stands in its place while it is loaded. */
export const lazyPart = <Props extends object>(
  load: Load<Props>,
  loading: ReactNode,
): ComponentType<Props> => {
  const attempts = createAttempts(load);
  return (props) => {
    const [Part, setPart] = useState(attempts.latest);
    const [pending, startTransition] = useTransition();
    return (
      <Suspense fallback={loading}>
        <ErrorBoundary
          onError={attempts.renew}
          fallback={({ reset }) => {
            const tryAgain = () => {
              const next = attempts.latest();
              startTransition(() => {
                setPart(next);
                reset();
              });
            };
            return (
              <>
                <Problem>
                  This part of the page could not be shown. What you have typed is kept.
                </Problem>
                <Button pending={pending} onClick={tryAgain}>
                  Try again
                </Button>
              </>
            );
          }}
        >
          <Part {...props} />
        </ErrorBoundary>
      </Suspense>
    );
  };
};
