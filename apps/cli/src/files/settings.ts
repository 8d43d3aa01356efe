import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Options } from '../arguments.js';
import { usageError } from '../errors.js';

interface Settings {
  host?: string;
  key?: string;
}

const file = (): string => join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'haru', 'settings.json');

/** Returns the address of the service and the API key: options come before the environment, and that before `login`. */
export async function readSettings(options: Options): Promise<{ host: string; key: string | undefined }> {
  const stored = await storedSettings();
  const host = originOf(options.host || process.env['HARU_HOST'] || stored.host);
  // A key is sent only to the service that it was stored for.
  const key = process.env['HARU_KEY'] || (stored.host === host ? stored.key : undefined);
  return { host, key };
}

export async function storeSettings(settings: Settings): Promise<void> {
  await mkdir(dirname(file()), { recursive: true });
  await writeFile(file(), `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
}

async function storedSettings(): Promise<Settings> {
  try {
    return JSON.parse(await readFile(file(), 'utf8')) as Settings;
  } catch {
    return {};
  }
}

/** @throws CommandError without an address */
function originOf(host: string | undefined): string {
  if (host === undefined || host === '') {
    throw usageError('Which service?', 'Name it by --host https://…, by HARU_HOST, or by haru login --host https://….');
  }
  const address = /^https?:\/\//i.test(host) ? host : `https://${host}`;
  if (!URL.canParse(address)) throw usageError(`${host} is no address.`);
  return new URL(address).origin;
}
