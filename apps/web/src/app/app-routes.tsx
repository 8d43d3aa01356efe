import { useEffect, type ReactElement } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { lazyPart, type LazyPart, LoadedPart } from '../components/loading/loaded-part.js';
import { AuthDialog } from '../pages/layout/account-dialogs.js';
import { LoadingScreen } from '../pages/layout/loading-screen.js';
import { Layout } from '../pages/layout/layout.js';
import { PublishPage } from '../pages/publish/publish-page.js';
import { ownPaths, screenOf, type Screen } from '../paths.js';
import { preload, preloadWhenIdle } from '../session/background.js';

const DashboardPage = lazyPart(() => import('../pages/dashboard/dashboard-page.js'), 'DashboardPage');
const ConfirmPage = lazyPart(() => import('../pages/auth/confirm-page.js'), 'ConfirmPage');
const ResetPasswordPage = lazyPart(() => import('../pages/auth/reset-password-page.js'), 'ResetPasswordPage');
const EditPage = lazyPart(() => import('../pages/edit/edit-page.js'), 'EditPage');
const AdminPage = lazyPart(() => import('../pages/admin/admin-page.js'), 'AdminPage');
const ManagePage = lazyPart(() => import('../pages/manage/manage-page.js'), 'ManagePage');
const ReportPage = lazyPart(() => import('../pages/report/report-page.js'), 'ReportPage');
const CasePage = lazyPart(() => import('../pages/case/case-page.js'), 'CasePage');
const UnsubscribePage = lazyPart(() => import('../pages/unsubscribe/unsubscribe-page.js'), 'UnsubscribePage');
const InformationPage = lazyPart(() => import('../pages/information/information-page.js'), 'InformationPage');
const OpenPage = lazyPart(() => import('../pages/open/open-page.js'), 'OpenPage');
const SafetyPage = lazyPart(() => import('../pages/safety/safety-page.js'), 'SafetyPage');

const pages: Record<Exclude<Screen, 'publish'>, ReactElement<object, LazyPart<object>>> = {
  dashboard: <DashboardPage />,
  confirm: <ConfirmPage />,
  resetPassword: <ResetPasswordPage />,
  admin: <AdminPage />,
  manage: <ManagePage />,
  report: <ReportPage />,
  case: <CasePage />,
  unsubscribe: <UnsubscribePage />,
  edit: <EditPage />,
  terms: <InformationPage page="terms" />,
  privacy: <InformationPage page="privacy" />,
  contact: <InformationPage page="contact" />,
  safety: <SafetyPage />,
  open: <OpenPage />,
};

export function AppRoutes() {
  const screen = screenOf(useLocation());
  useEffect(() => preloadWhenIdle(loadNextSteps), []);
  return (
    <Layout>
      <LoadedPart fallback={<LoadingScreen screen={screen} />} key={screen}>
        <Routes>
          {Object.entries(ownPaths).map(([name, path]) => (
            <Route element={pages[name as keyof typeof ownPaths]} key={name} path={path} />
          ))}
          <Route element={screen === 'dashboard' ? pages.dashboard : <PublishPage />} path="*" />
        </Routes>
      </LoadedPart>
    </Layout>
  );
}

async function loadScreen(address: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  const screen = screenOf(address);
  if (screen !== 'publish') await pages[screen].type.load();
}

export const preloadScreen = (address: Location): Promise<void> => preload(() => loadScreen(address));

async function loadNextSteps(): Promise<void> {
  await loadScreen(window.location);
  await AuthDialog.load();
  await DashboardPage.load();
}
