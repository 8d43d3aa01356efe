import { Route, Routes } from 'react-router-dom';
import { Layout } from '../pages/layout/layout.js';
import { PublishPage } from '../pages/publish/publish-page.js';

/** Any address that is not another screen's is the main app. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route element={<PublishPage />} path="*" />
      </Route>
    </Routes>
  );
}
