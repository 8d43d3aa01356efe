import { Api } from '../api.js';
import type { Options } from '../arguments.js';
import { usageError } from '../errors.js';
import { readSettings, storeSettings } from '../files/settings.js';
import type { Output } from '../output.js';
import { ask } from './command.js';

/** Stores a key that a person makes in the browser, once the service has accepted it. */
export async function login(options: Options, output: Output): Promise<void> {
  const { host } = await readSettings(options);
  output.note(`Make an API key here, and paste it:\n${host}/?settings=keys`);
  const key = await ask('API key: ');
  if (!/^haru_\w+$/.test(key)) throw usageError('That is no API key.', 'An API key starts with haru_.');
  const pages = await new Api(host, key).sites({ limit: '1' });
  await storeSettings({ host, key });
  output.result({ host, pages: pages.length }, `Signed in at ${host}.`);
}
