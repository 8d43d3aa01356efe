import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from '../components/loading/loaded-part.js';
import { AppRoutes } from './app-routes.js';
import { CrashScreen } from './crash-screen.js';
import type { AppStore } from './store.js';

export function App({ store }: { store: AppStore }) {
  return (
    <ErrorBoundary fallback={<CrashScreen />}>
      <Provider store={store}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </Provider>
    </ErrorBoundary>
  );
}
