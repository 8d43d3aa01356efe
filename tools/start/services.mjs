/**
 * `node tools/start/services.mjs --services=auth-service,auth-worker` runs several services and workers in one process.
 * It imports their builds, or their sources where Node runs those.
 */
import { runProcess } from '@haru/service-runtime';

const [, names = ''] = /^--services=(.+)$/.exec(process.argv[2] ?? '') ?? [];

/** @param {string} name such as `auth-worker`, which is `worker` of `auth-service` */
async function importService(name) {
  const [, app, kind] = /^(auth|sites|feedback)-(service|worker|uploads)$/.exec(name) ?? [];
  if (!app) throw new Error(`--services=… lists auth-service, auth-worker, sites-service and so on, not "${name}"`);
  const [folder, extension] = process.execArgv.includes('--conditions=@haru/source') ? ['src', 'ts'] : ['dist', 'js'];
  const file = `${kind === 'service' ? 'main' : kind}.${extension}`;
  const { service } = await import(new URL(`../../apps/${app}-service/${folder}/${file}`, import.meta.url));
  return service;
}

await runProcess(await Promise.all(names.split(',').map(importService)));
