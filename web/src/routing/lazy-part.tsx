import { Suspense, lazy, useState, useTransition, type ComponentType, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Problem } from '../ui/messages.tsx';

/**
 * A part of a page that loads its code when it is first shown, with a placeholder until then. When
 * loading fails, the rest of the page stays and the part shows a button to try again.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  loading: ReactNode,
): ComponentType<Props> => {
  // React's `lazy` caches a failure, so the next attempt needs a new component.
  let latest: ComponentType<Props> = lazy(load);
  const renew = () => {
    latest = lazy(load);
  };
  return (props) => {
    const [Part, setPart] = useState(() => latest);
    const [pending, startTransition] = useTransition();
    return (
      <Suspense fallback={loading}>
        <ErrorBoundary
          onError={renew}
          fallback={({ reset }) => {
            const tryAgain = () => {
              const next = latest;
              startTransition(() => {
                setPart(() => next);
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
