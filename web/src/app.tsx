import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { HistoryGate } from './components/history-gate.tsx';
import { LandingPage } from './pages/landing/landing-page.tsx';

const LoginPage = lazy(() => import('./pages/login/login-page.tsx'));
const Admin = lazy(() => import('./admin/admin.tsx'));

interface AppProps {
  /** For the footer: given, so that the server and the browser render the same. */
  readonly year: number;
}

/** Every route of the site. Visitors never load the code of the login and of the admin. */
export const App = ({ year }: AppProps) => (
  <SWRConfig value={{ revalidateOnFocus: false }}>
    <HistoryGate>
      <Suspense>
        <Routes>
          <Route path="/" element={<LandingPage year={year} />} />
          <Route path="/login" element={<LoginPage />} />
          <Route path="/admin/*" element={<Admin />} />
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </Suspense>
    </HistoryGate>
  </SWRConfig>
);
