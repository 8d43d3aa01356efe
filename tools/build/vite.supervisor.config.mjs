import { join } from 'node:path';
import { defineConfig } from 'vite';

const root = join(import.meta.dirname, '../..');

/** Builds the programs of `npm start` and `npm run admin` as a few files, for the image that has everything. */
export default defineConfig({
  root,
  // Only the entries run as programs, and no other module in the bundles.
  define: { 'import.meta.main': 'false' },
  resolve: { conditions: ['@haru/source', 'module', 'node'] },
  ssr: {
    noExternal: true,
    external: ['pg', '@aws-sdk/client-s3', '@haru/service-runtime'],
    resolve: { conditions: ['@haru/source', 'module', 'node'] },
  },
  build: {
    target: 'node24',
    minify: false,
    ssr: true,
    rolldownOptions: {
      input: { main: 'tools/start/main.ts', admin: 'tools/admin/main.ts' },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
});
