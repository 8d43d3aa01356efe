import type { IncomingMessage } from 'node:http';
import { edgeRouteOf, ownScreens } from '@haru/contracts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageTexts } from './src/texts/page.js';
import { cssModuleTypesPlugin } from './vite-plugins/css-module-types.js';
import { firstViewBudget } from './vite-plugins/first-view-budget.js';
import { precompress } from './vite-plugins/precompress.js';

const FIRST_VIEW_LIMIT_BYTES = 140 * 1024;

/** Replaces each `%name%` by its text. */
function fillIn(html: string, words: Readonly<Record<string, string>>): string {
  return html.replace(/%(\w+)%/g, (place, name: string) => words[name] ?? place);
}

/** Returns the address if it is the app's own; the gateway answers the others. */
function appAddressOf({ method = 'GET', url = '/' }: IncomingMessage): string | undefined {
  return edgeRouteOf({ method, url })?.service === 'web' ? url : undefined;
}

export default defineConfig(() => {
  const gateway = process.env['GATEWAY_URL'];
  const port = process.env['PORT'];
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      {
        name: 'page-texts',
        transformIndexHtml: (html) => fillIn(html, { ...pageTexts, safety: ownScreens.safety.title }),
      },
      {
        name: 'compile-hint',
        // Chromium then compiles all functions on another thread, while the file arrives, instead of each before its
        // first call. Vite adds to the files until the last hook.
        generateBundle: {
          order: 'post',
          handler: (_options, bundle) => {
            for (const file of Object.values(bundle))
              if (file.type === 'chunk' && file.isEntry) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
          },
        },
      },
      cssModuleTypesPlugin(),
      firstViewBudget(FIRST_VIEW_LIMIT_BYTES),
      precompress(),
    ],
    resolve: { conditions: ['@haru/source', 'module', 'browser', 'development|production'] },
    build: {
      // The policy allows scripts, styles and pictures from files of our own origin only.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Without the groups, code that the first view shares with later screens is split into many small files that
      // compress badly.
      rolldownOptions: {
        output: {
          // The first view lists the files of all later parts: names without words make it 0.7 KB smaller.
          chunkFileNames: 'assets/[hash].js',
          assetFileNames: 'assets/[hash][extname]',
          codeSplitting: {
            groups: [
              { name: 'first-view', tags: ['$initial'], priority: 2 },
              // It has all that it needs: a press on ログイン fetches one script.
              { name: 'sign-in', test: /features.auth.auth-dialog/, priority: 1 },
              // The publish screen would otherwise load and evaluate all that the group below shares, such as the schemas.
              { name: 'publish', test: /features.publish.deferred-parts/, priority: 1 },
              // Parts that many later screens share.
              { name: 'screens', test: /web.src/, minShareCount: 4 },
            ],
          },
        },
      },
      sourcemap: false,
      target: 'es2022',
    },
    server: {
      ...(port ? { port: Number(port), strictPort: true } : {}),
      ...(gateway ? { proxy: { '^/': { target: gateway, changeOrigin: true, bypass: appAddressOf } } } : {}),
    },
  };
});
