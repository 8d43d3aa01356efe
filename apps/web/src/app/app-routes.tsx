import { ownScreens } from '@haru/contracts';
import { useEffect } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { lazyPart, type LazyPart, LoadedPart } from '../components/loading/loaded-part.js';
import { AuthDialog } from '../pages/layout/account-dialogs.js';
import { LoadingScreen } from '../pages/layout/loading-screen.js';
import { Layout } from '../pages/layout/layout.js';
import { PublishPage } from '../pages/publish/publish-page.js';
import { screenOf, type Screen } from '../paths.js';
import { preload, preloadWhenIdle } from '../session/background.js';

const InformationPage = lazyPart(() => import('../pages/information/information-page.js'), 'InformationPage');

const pages: Record<Exclude<Screen, 'publish'>, LazyPart<object>> = {
  dashboard: lazyPart(() => import('../pages/dashboard/dashboard-page.js'), 'DashboardPage'),
  confirm: lazyPart(() => import('../pages/auth/confirm-page.js'), 'ConfirmPage'),
  resetPassword: lazyPart(() => import('../pages/auth/reset-password-page.js'), 'ResetPasswordPage'),
  admin: lazyPart(() => import('../pages/admin/admin-page.js'), 'AdminPage'),
  manage: lazyPart(() => import('../pages/manage/manage-page.js'), 'ManagePage'),
  report: lazyPart(() => import('../pages/report/report-page.js'), 'ReportPage'),
  case: lazyPart(() => import('../pages/case/case-page.js'), 'CasePage'),
  unsubscribe: lazyPart(() => import('../pages/unsubscribe/unsubscribe-page.js'), 'UnsubscribePage'),
  edit: lazyPart(() => import('../pages/edit/edit-page.js'), 'EditPage'),
  terms: InformationPage,
  privacy: InformationPage,
  contact: InformationPage,
  safety: lazyPart(() => import('../pages/safety/safety-page.js'), 'SafetyPage'),
  open: lazyPart(() => import('../pages/open/open-page.js'), 'OpenPage'),
};

export function AppRoutes() {
  const screen = screenOf(useLocation());
  useEffect(() => preloadWhenIdle(loadNextSteps), []);
  return (
    <Layout>
      <LoadedPart fallback={<LoadingScreen screen={screen} />} key={screen}>
        <Routes>
          {Object.entries(ownScreens).map(([name, { path }]) => (
            <Route Component={pages[name as keyof typeof ownScreens]} key={name} path={path} />
          ))}
          <Route Component={screen === 'dashboard' ? pages.dashboard : PublishPage} path="*" />
        </Routes>
      </LoadedPart>
    </Layout>
  );
}

async function loadScreen(address: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  const screen = screenOf(address);
  if (screen !== 'publish') await pages[screen].load();
}

export const preloadScreen = (address: Location): Promise<void> => preload(() => loadScreen(address));

async function loadNextSteps(): Promise<void> {
  await loadScreen(window.location);
  await AuthDialog.load();
  await pages.dashboard.load();
}
