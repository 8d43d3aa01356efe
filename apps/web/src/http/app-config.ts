import type { AppConfig } from '@haru/contracts';
import { call, memberOf } from './call.js';
import { CallError, callErrorWith } from './failure.js';

export type ConfigLoader = () => Promise<AppConfig>;

/** Loads `/config.json` once; a failed load is tried again by the next caller. Rejects with {@link CallError}. */
export function createConfigLoader(): ConfigLoader {
  let loading: Promise<AppConfig> | undefined;
  return () => {
    loading ??= loadConfig().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

async function loadConfig(): Promise<AppConfig> {
  const result = await call({ path: '/config.json' });
  if (!result.success) throw new CallError(result);
  // The schema itself would double the first view's JavaScript. Another server answers something else.
  if (memberOf(result.data, 'anonKey') === undefined) throw callErrorWith('UNKNOWN_ERROR');
  return result.data as AppConfig;
}
