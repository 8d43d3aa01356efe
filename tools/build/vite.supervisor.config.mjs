import { join } from 'node:path';
import { defineConfig } from 'vite';

const root = join(import.meta.dirname, '../..');

/** Builds the program of `npm start` as one file, for the image that has everything. */
export default defineConfig({
  root,
  // The bundle runs one entry. Other modules in it must not run as programs.
  define: { 'import.meta.main': 'false' },
  resolve: { conditions: ['@haru/source', 'module', 'node'] },
  ssr: { noExternal: true, external: ['pg'], resolve: { conditions: ['@haru/source', 'module', 'node'] } },
  build: {
    ssr: 'tools/start/main.ts',
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.mjs', codeSplitting: false } },
  },
});
