import { Suspense, lazy, useState, useTransition, type ComponentType, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Problem } from '../ui/messages.tsx';

/**
 * A part of a page whose code is loaded when it is first shown, with what stands in its place until
 * then. Where that fails the page around it stays, and the part offers to be loaded again.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  loading: ReactNode,
): ComponentType<Props> => {
  // A failed `lazy` stays failed: the next attempt takes another.
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
