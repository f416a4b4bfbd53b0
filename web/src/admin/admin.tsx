import { Navigate, Route, Routes } from 'react-router-dom';
import { SkipLink } from '../components/skip-link.tsx';
import { AdminHeader } from './admin-header.tsx';
import { DashboardPage } from './dashboard/dashboard-page.tsx';
import { LeaveGuard } from './leave-guard/leave-guard.tsx';
import { RequireSession } from './require-session.tsx';
import { KeepSession } from './session/keep-session.tsx';

/** Everything below `/admin`, for the administrator only. */
const Admin = () => (
  <RequireSession>
    {(user) => (
      <KeepSession user={user}>
        <LeaveGuard>
          <meta name="robots" content="noindex" />
          <SkipLink />
          <AdminHeader user={user} />
          <Routes>
            <Route index element={<DashboardPage />} />
            <Route path="*" element={<Navigate to="/" replace />} />
          </Routes>
        </LeaveGuard>
      </KeepSession>
    )}
  </RequireSession>
);

export default Admin;
