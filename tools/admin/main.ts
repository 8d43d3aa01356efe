/** `npm run admin`: roles, bans and stops from the command line. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { root } from '../common/workspace.js';
import { BackupError } from '../backup/vault.js';
import { readSettings, StartError } from '../start/environment/settings.js';
import { restoreSystem } from '../start/restore.js';
import { AdminApi, AdminApiError } from './admin-api.js';
import { isPlain, runAdminCommand, usage, UsageError } from './command.js';

const systemSchema = z.object({ gatewayUrl: z.url(), serviceRoleKey: z.string() });

async function findSystem(): Promise<AdminApi> {
  const { HARU_URL: url, SERVICE_ROLE_KEY: key, HARU_DATA_DIR: data } = process.env;
  if (url && key) return new AdminApi(new URL(url).origin, key);
  const file = join(resolve(data || join(root, '.data')), 'dev.json');
  try {
    const system = systemSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    // The public address may lead to this machine from elsewhere only.
    return new AdminApi(system.gatewayUrl, system.serviceRoleKey);
  } catch (error) {
    const message = `No system runs here (${file}). Start it with npm start, or set HARU_URL and SERVICE_ROLE_KEY.`;
    throw new UsageError(message, { cause: error });
  }
}

/** A restore needs a system that is stopped, so it does not go through the gateway. */
async function restore(backup: string): Promise<string> {
  try {
    return await restoreSystem(readSettings([], 'built'), backup);
  } catch (error) {
    if (error instanceof BackupError || error instanceof StartError)
      throw new AdminApiError(error.message, { cause: error });
    throw error;
  }
}

try {
  const args = process.argv.slice(2);
  const [command, option, backup] = args;
  const isRestore = command === 'restore' && option === '--backup' && backup !== undefined;
  console.log(isRestore ? await restore(backup) : await runAdminCommand(args, await findSystem(), console.log));
} catch (error) {
  console.error(isPlain(error) ? error.message : error);
  if (error instanceof UsageError) console.error(`\n${usage}`);
  process.exitCode = 1;
}
