import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/shell.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { preloadScreen } from './app-routes.js';
import { createAppStore } from './store.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void preloadScreen(window.location);
const { store, start } = createAppStore();
start();
// As a transition React makes the first screen in short tasks, between which the browser answers a tap.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App store={store} />
    </StrictMode>,
  ),
);
