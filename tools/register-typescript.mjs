/**
 * Lets Node run the workspace's TypeScript as it stands (`node --import ./tools/register-typescript.mjs file.ts`).
 * Node strips types by itself but not decorators, so the files go through the same SWC settings as tests and builds.
 *
 * Both the JavaScript and what V8 makes of it are cached below `node_modules/.cache`: a service's start takes half the
 * processor time then, and the tests start hundreds of them.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import swcConfig from '../swc.config.mjs';

const require = createRequire(import.meta.url);
const cacheDirectory = fileURLToPath(new URL('../node_modules/.cache/haru-typescript/', import.meta.url));
const settings = JSON.stringify([swcConfig, require('@swc/core/package.json').version]);

mkdirSync(cacheDirectory, { recursive: true });
enableCompileCache(`${cacheDirectory}compiled`);

const isWorkspaceTypeScript = (url) => url.endsWith('.ts') && !url.includes('/node_modules/');

/** The file as JavaScript, from the cache where the same content was transformed before. */
function toJavaScript(filename) {
  const source = readFileSync(filename, 'utf8');
  const key = createHash('sha256')
    .update(settings)
    .update('\0')
    .update(filename)
    .update('\0')
    .update(source)
    .digest('hex');
  const cached = `${cacheDirectory}${key}.js`;
  if (existsSync(cached)) return readFileSync(cached, 'utf8');
  // Loaded only here: its native part takes as long to load as twenty files from the cache.
  const { code } = require('@swc/core').transformSync(source, { ...swcConfig, swcrc: false, filename });
  // Renamed into place, because several processes start together.
  writeFileSync(`${cached}.${process.pid}`, code);
  renameSync(`${cached}.${process.pid}`, cached);
  return code;
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier.startsWith('.') && specifier.endsWith('.js')) {
      const asTypeScript = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(asTypeScript)) return nextResolve(asTypeScript.href, context);
    }
    // A package of the workspace: its sources, also where Node was not started with this condition, as by Jest.
    if (specifier.startsWith('@haru/')) {
      return nextResolve(specifier, { ...context, conditions: [...context.conditions, '@haru/source'] });
    }
    return nextResolve(specifier, context);
  },
  load(url, context, nextLoad) {
    if (!isWorkspaceTypeScript(url)) return nextLoad(url, context);
    return { format: 'module', source: toJavaScript(fileURLToPath(url)), shortCircuit: true };
  },
});
