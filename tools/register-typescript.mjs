/**
 * Lets Node run the workspace's TypeScript as it stands (`node --import ./tools/register-typescript.mjs file.ts`).
 * Node strips types by itself but not decorators, so the files go through the same SWC settings as tests and builds.
 */
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import swcConfig from '../swc.config.mjs';

const isWorkspaceTypeScript = (url) => url.endsWith('.ts') && !url.includes('/node_modules/');

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier.startsWith('.') && specifier.endsWith('.js')) {
      const asTypeScript = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(asTypeScript)) return nextResolve(asTypeScript.href, context);
    }
    return nextResolve(specifier, context);
  },
  load(url, context, nextLoad) {
    if (!isWorkspaceTypeScript(url)) return nextLoad(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { ...swcConfig, swcrc: false, filename });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
