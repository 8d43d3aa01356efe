import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstViewBudget } from './vite-plugins/first-view-budget.js';
import { precompress } from './vite-plugins/precompress.js';

const FIRST_VIEW_LIMIT_BYTES = 180 * 1024;

/** Everything that the gateway answers; the rest is the app. */
const gatewayPaths = [
  '/auth/v1',
  '/rest/v1',
  '/functions/v1',
  '/storage/v1',
  '/admin/v1',
  '/admin/queues',
  '/admin/queues',
  '/share',
  '/site',
  '/config.json',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/.well-known',
];

export default defineConfig(() => {
  const gateway = process.env['GATEWAY_URL'];
  const port = process.env['PORT'];
  return {
    root: import.meta.dirname,
    plugins: [react(), firstViewBudget(FIRST_VIEW_LIMIT_BYTES), precompress()],
    resolve: { conditions: ['@haru/source', 'module', 'browser', 'development|production'] },
    build: {
      // The policy allows scripts, styles and pictures from files of our own origin only.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      sourcemap: false,
      target: 'es2022',
    },
    server: {
      ...(port ? { port: Number(port), strictPort: true } : {}),
      ...(gateway ? { proxy: Object.fromEntries(gatewayPaths.map((path) => [`^${path}(?=[/?]|$)`, gateway])) } : {}),
    },
  };
});
