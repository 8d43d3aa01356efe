/** `npm run admin`: roles, bans and stops from the command line. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { root } from '../common/workspace.js';
import { AdminApi } from './admin-api.js';
import { isPlain, runAdminCommand, usage, UsageError } from './command.js';

const systemSchema = z.object({ url: z.url(), serviceRoleKey: z.string() });

async function findSystem(): Promise<AdminApi> {
  const { HARU_URL: url, SERVICE_ROLE_KEY: key, HARU_DATA_DIR: data } = process.env;
  if (url && key) return new AdminApi(new URL(url).origin, key);
  const file = join(resolve(data || join(root, '.data')), 'dev.json');
  try {
    const system = systemSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    return new AdminApi(system.url, system.serviceRoleKey);
  } catch (error) {
    const message = `No system runs here (${file}). Start it with npm start, or set HARU_URL and SERVICE_ROLE_KEY.`;
    throw new UsageError(message, { cause: error });
  }
}

try {
  console.log(await runAdminCommand(process.argv.slice(2), await findSystem()));
} catch (error) {
  console.error(isPlain(error) ? error.message : error);
  if (error instanceof UsageError) console.error(`\n${usage}`);
  process.exitCode = 1;
}
