import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { ErrorBoundary, PageFailed } from '../../ui/error-boundary.tsx';
import { useCopy } from '../../ui/use-copy.ts';

const CopyTyped = ({ text }: { readonly text: string }) => {
  const { state, copy } = useCopy();
  return (
    <>
      <Button onClick={() => void copy(text)}>
        {state === 'copied' ? 'Copied' : 'Copy what was typed'}
      </Button>
      {state === 'failed' && (
        <textarea readOnly rows={8} aria-label="What was typed" value={text} />
      )}
    </>
  );
};

/** Catches render errors of an admin page: the header stays, and the typed text can be copied. */
export const PageBoundary = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary
    resetKey={useLocation().key}
    fallback={({ typed }) => <PageFailed>{typed !== '' && <CopyTyped text={typed} />}</PageFailed>}
  >
    {children}
  </ErrorBoundary>
);
