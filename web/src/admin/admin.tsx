import { Navigate, Route, Routes } from 'react-router-dom';
import { SkipLink } from '../components/skip-link.tsx';
import { AdminHeader } from './admin-header.tsx';
import { DashboardPage } from './dashboard/dashboard-page.tsx';
import { LeaveGuard } from './leave-guard/leave-guard.tsx';
import { RequireSession } from './require-session.tsx';

/** Everything below `/admin`, for the administrator only. */
const Admin = () => (
  <RequireSession>
    {(user) => (
      <LeaveGuard>
        <meta name="robots" content="noindex" />
        <SkipLink />
        <AdminHeader user={user} />
        <Routes>
          <Route index element={<DashboardPage />} />
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </LeaveGuard>
    )}
  </RequireSession>
);

export default Admin;
