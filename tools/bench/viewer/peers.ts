import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcess, endWithUs, findOnPath, freePort, installWithPackageManager, waitFor } from '@haru/local-servers';
import { onCore } from './load.js';

/** A server that is measured. */
export interface Contestant {
  name: string;
  port: number;
  pid: number;
  /** Of the 20 KB page. */
  path: string;
  stop(): Promise<void>;
}

/** The name it has in the table for each kind of `peer-server.mjs`. */
const kinds = {
  bare: 'bare node:http',
  fastify: '@fastify/static',
  express: 'Express static',
} as const;

/** Starts one of Node's servers on a core, with `folder` holding the page and the viewer's headers. */
export async function startPeer(kind: keyof typeof kinds, folder: string, core: number): Promise<Contestant> {
  const script = fileURLToPath(new URL('peer-server.mjs', import.meta.url));
  const [command = '', ...args] = onCore(core, [process.execPath, script, kind, folder]);
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  endWithUs(child);
  const [{ port }] = (await Promise.race([once(child, 'message'), failed(child, kind)])) as [{ port: number }];
  return { name: kinds[kind], port, pid: child.pid ?? 0, path: '/page.html', stop: () => endProcess(child, 'SIGTERM') };
}

/** nginx as one process, files kept open, and compressed ones beside the plain. */
export async function startNginx(folder: string, directory: string, core: number): Promise<Contestant> {
  if (!(await findOnPath('nginx'))) {
    const packages = { 'apt-get': ['nginx-light'], dnf: ['nginx'], apk: ['nginx'], pacman: ['nginx'], brew: ['nginx'] };
    await installWithPackageManager({ what: 'nginx', packages }, (line) => console.log(`  ${line}`));
  }
  const nginx = (await findOnPath('nginx')) ?? 'nginx';
  const port = await freePort();
  await mkdir(join(directory, 'nginx'), { recursive: true });
  const config = join(directory, 'nginx.conf');
  await writeFile(config, nginxConfig(folder, join(directory, 'nginx'), port));
  const [command = '', ...args] = onCore(core, [nginx, '-c', config, '-e', join(directory, 'nginx', 'error.log')]);
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  endWithUs(child);
  const isUp = async () => (await fetch(`http://127.0.0.1:${port}/page.html`)).ok;
  await Promise.race([waitFor(isUp, { what: 'nginx to answer' }), failed(child, 'nginx')]);
  return { name: 'nginx', port, pid: child.pid ?? 0, path: '/page.html', stop: () => endProcess(child, 'SIGTERM') };
}

async function failed(child: ChildProcess, name: string): Promise<never> {
  await once(child, 'exit');
  throw new Error(`${name} ended before it was asked to`);
}

function nginxConfig(folder: string, directory: string, port: number): string {
  return `daemon off;
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
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    gzip_static on;
  }
}
`;
}
