import { lazy, Suspense } from 'react';
import { Outlet, Route, Routes, useSearchParams } from 'react-router-dom';
import { ErrorBoundary } from '../components/error-boundary.js';
import { ErrorNotice } from '../components/notice.js';
import { Layout } from '../pages/layout/layout.js';
import { PublishPage } from '../pages/publish/publish-page.js';
import { texts } from '../texts/ja.js';

const DashboardPage = lazy(async () => {
  const { DashboardPage: loaded } = await import('../pages/dashboard/dashboard-page.js');
  return { default: loaded };
});

const ConfirmPage = lazy(async () => {
  const { ConfirmPage: loaded } = await import('../pages/auth/confirm-page.js');
  return { default: loaded };
});

const ResetPasswordPage = lazy(async () => {
  const { ResetPasswordPage: loaded } = await import('../pages/auth/reset-password-page.js');
  return { default: loaded };
});

const AdminPage = lazy(async () => {
  const { AdminPage: loaded } = await import('../pages/admin/admin-page.js');
  return { default: loaded };
});

/** Any address that is not another screen's is the main app. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route element={<LoadedPage />}>
          <Route element={<ConfirmPage />} path="/auth/confirm" />
          <Route element={<ResetPasswordPage />} path="/auth/reset-password" />
          <Route element={<AdminPage />} path="/admin" />
        </Route>
        <Route element={<MainView />} path="*" />
      </Route>
    </Routes>
  );
}

/** The two views of the main app; `?view=dashboard` leads to the second, so links and the back button do too. */
function MainView() {
  const [query] = useSearchParams();
  if (query.get('view') !== 'dashboard') return <PublishPage />;
  return (
    <ErrorBoundary fallback={<ErrorNotice>{texts.dialogUnavailable}</ErrorNotice>}>
      <Suspense>
        <DashboardPage />
      </Suspense>
    </ErrorBoundary>
  );
}

/** For pages whose code is not part of the first view. */
function LoadedPage() {
  return (
    <ErrorBoundary fallback={<ErrorNotice>{texts.dialogUnavailable}</ErrorNotice>}>
      <Suspense>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}
