import { Suspense, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary, PageFailed } from '../ui/error-boundary.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { AdminHeader } from './core/layout/admin-header.tsx';
import { LeaveGuard } from './core/editing/edit/leave-guard.tsx';
import { UndoProvider } from './core/editing/changes/undo.tsx';
import { QuestionProvider } from './core/layout/question.tsx';
import { RequireSession, KeepSession } from './core/layout/session.tsx';
import { FeaturesContext, type AdminFeature } from './core/feature.tsx';
import { CORE_PAGES } from './core/pages.ts';
import * as features from './features.ts';

const FEATURES: readonly AdminFeature[] = Object.values(features);
const PAGES = [...CORE_PAGES, ...FEATURES.flatMap(({ pages = [] }) => pages)];

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
const PageBoundary = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary
    resetKey={useLocation().key}
    fallback={({ typed }) => <PageFailed>{typed !== '' && <CopyTyped text={typed} />}</PageFailed>}
  >
    {children}
  </ErrorBoundary>
);

const Admin = () => (
  <RequireSession>
    {(user) => (
      <FeaturesContext value={FEATURES}>
        <KeepSession user={user}>
          <LeaveGuard>
            <UndoProvider>
              <QuestionProvider>
                <meta name="robots" content="noindex" />
                <SkipLink />
                <AdminHeader user={user} pages={PAGES} />
                <PageBoundary>
                  {/* Keeps a document title while the code of a page loads. */}
                  <Suspense fallback={<title>Loading…</title>}>
                    <Routes>
                      {PAGES.map(({ route, Page }) => (
                        <Route key={route} path={route} element={<Page />} />
                      ))}
                      <Route path="*" element={<Navigate to="/" replace />} />
                    </Routes>
                  </Suspense>
                </PageBoundary>
              </QuestionProvider>
            </UndoProvider>
          </LeaveGuard>
        </KeepSession>
      </FeaturesContext>
    )}
  </RequireSession>
);

export default Admin;
