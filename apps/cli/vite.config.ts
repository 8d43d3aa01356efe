import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

/** One file has everything, so that `npx` installs no other package. */
export default defineConfig({
  root: import.meta.dirname,
  define: { HARU_VERSION: JSON.stringify(manifest.version) },
  resolve: { conditions: ['@haru/source', 'module', 'node'] },
  ssr: { noExternal: true, resolve: { conditions: ['@haru/source', 'module', 'node'] } },
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    minify: true,
    rolldownOptions: {
      output: { entryFileNames: 'haru.mjs', banner: '#!/usr/bin/env node', codeSplitting: false },
    },
  },
});
