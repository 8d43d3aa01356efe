import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/shell.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { preloadScreen } from './app-routes.js';
import { createAppStore } from './store.js';

// Zod reads it when a later screen loads it. Otherwise it tries `new Function`, which the Content-Security-Policy
// refuses and Firefox reports as an error.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const screen = preloadScreen(window.location);
const { store, start } = createAppStore();
start();
const render = () =>
  createRoot(root).render(
    <StrictMode>
      <App store={store} />
    </StrictMode>,
  );
// On phones React renders in short tasks, so that a tap is answered between them. With a keyboard it renders in one task:
// a key pressed right after landing must find the screen.
const show = () => (window.matchMedia('(pointer: coarse)').matches ? startTransition(render) : render());
// The document has the text of the rules already: it stays until their screen is loaded.
if (document.documentElement.classList.contains('at-safety')) void screen.then(show);
else show();
