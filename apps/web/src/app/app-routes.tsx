import { Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { lazyPart } from '../components/loading/lazy-part.js';
import { LoadedPart } from '../components/loading/loaded-part.js';
import { Loading } from '../components/loading/loading.js';
import { Layout } from '../pages/layout/layout.js';
import { PublishPage } from '../pages/publish/publish-page.js';
import { paths, screenOf } from '../paths.js';

const DashboardPage = lazyPart(async () => (await import('../pages/dashboard/dashboard-page.js')).DashboardPage);

const ConfirmPage = lazyPart(async () => (await import('../pages/auth/confirm-page.js')).ConfirmPage);

const ResetPasswordPage = lazyPart(
  async () => (await import('../pages/auth/reset-password-page.js')).ResetPasswordPage,
);

const AdminPage = lazyPart(async () => (await import('../pages/admin/admin-page.js')).AdminPage);

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route element={<LoadedPage />}>
          <Route element={<ConfirmPage />} path={paths.confirm} />
          <Route element={<ResetPasswordPage />} path={paths.resetPassword} />
          <Route element={<AdminPage />} path={paths.admin} />
          <Route element={<MainView />} path="*" />
        </Route>
      </Route>
    </Routes>
  );
}

/** The two views of the main app: links and the back button lead to both. */
function MainView() {
  return screenOf(useLocation()) === 'dashboard' ? <DashboardPage /> : <PublishPage />;
}

/** Most screens' code is not part of the first view. */
function LoadedPage() {
  return (
    <LoadedPart fallback={<Loading />} key={screenOf(useLocation())}>
      <Outlet />
    </LoadedPart>
  );
}
