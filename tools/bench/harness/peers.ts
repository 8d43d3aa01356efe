import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  endWithUs,
  findOnPath,
  freePort,
  installWithPackageManager,
  temporaryDirectory,
  waitFor,
} from '@haru/local-servers';
import { say } from './bench.js';
import { onCore } from './processes.js';

/** A server that is measured. */
export interface Contestant {
  name: string;
  port: number;
  host: string;
  pid: number;
  path: string;
  cookie?: string;
}

/** Starts a kind of `peer-server.mjs`. @param argument the folder of the page and of our headers, or the database */
export async function startPeer(name: string, kind: string, argument: string, core?: number): Promise<Contestant> {
  const script = fileURLToPath(new URL('peer-server.mjs', import.meta.url));
  const child = spawn(...onCore(core, [process.execPath, script, kind, argument]), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  endWithUs(child);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { name, port, host: `127.0.0.1:${port}`, pid: child.pid ?? 0, path: '/page.html' };
}

/**
 * Starts a plain Express process that writes pages into a folder of its own. No part of ours needs Express, so npm
 * installs it there.
 */
export async function startExpress(): Promise<Contestant & { removeFolder(): Promise<void> }> {
  const folder = await temporaryDirectory('haru-express-');
  await promisify(execFile)('npm', ['install', '--prefix', folder.path, '--no-audit', '--no-fund', 'express@5']);
  return { ...(await startPeer('Express', 'express', folder.path)), removeFolder: () => folder.remove() };
}

/** nginx is one process, keeps files open, and has compressed ones beside the plain. */
export async function startNginx(folder: string, core: number): Promise<Contestant> {
  if (!(await findOnPath('nginx'))) {
    const packages = { 'apt-get': ['nginx-light'], dnf: ['nginx'], apk: ['nginx'], pacman: ['nginx'], brew: ['nginx'] };
    await installWithPackageManager({ what: 'nginx', packages }, say);
  }
  const nginx = (await findOnPath('nginx')) ?? 'nginx';
  const [port, directory] = [await freePort(), join(folder, 'nginx')];
  await mkdir(directory, { recursive: true });
  const config = join(directory, 'nginx.conf');
  await writeFile(config, nginxConfig(folder, directory, port));
  const command = [nginx, '-c', config, '-e', join(directory, 'error.log')];
  const child = spawn(...onCore(core, command), { stdio: ['ignore', 'inherit', 'inherit'] });
  endWithUs(child);
  const host = `127.0.0.1:${port}`;
  await waitFor(async () => (await fetch(`http://${host}/page.html`)).ok, { what: 'nginx to answer' });
  return { name: 'nginx', port, host, pid: child.pid ?? 0, path: '/page.html' };
}

const nginxConfig = (folder: string, directory: string, port: number): string => `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
master_process off;
pid ${directory}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=1000 inactive=60s;
  types { text/html html; }
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory}/${name};`).join('\n  ')}
  server { listen 127.0.0.1:${port}; root ${folder}; gzip_static on; }
}
`;
