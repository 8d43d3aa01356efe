import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/shell.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { preloadScreen } from './app-routes.js';
import { createAppStore } from './store.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void preloadScreen(window.location);
const { store, start } = createAppStore();
start();
createRoot(root).render(
  <StrictMode>
    <App store={store} />
  </StrictMode>,
);
