import { Suspense } from 'react';
import { Outlet, Route, Routes, useSearchParams } from 'react-router-dom';
import { ErrorBoundary } from '../components/error-boundary.js';
import { lazyPart } from '../components/lazy-part.js';
import { ErrorNotice } from '../components/notice.js';
import { Layout } from '../pages/layout/layout.js';
import { PublishPage } from '../pages/publish/publish-page.js';
import { texts } from '../texts/ja.js';

const DashboardPage = lazyPart(async () => (await import('../pages/dashboard/dashboard-page.js')).DashboardPage);

const ConfirmPage = lazyPart(async () => (await import('../pages/auth/confirm-page.js')).ConfirmPage);

const ResetPasswordPage = lazyPart(
  async () => (await import('../pages/auth/reset-password-page.js')).ResetPasswordPage,
);

const AdminPage = lazyPart(async () => (await import('../pages/admin/admin-page.js')).AdminPage);

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
