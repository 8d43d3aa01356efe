import { limits, type AppConfig } from '@haru/contracts';
import { texts } from '../texts/ja.js';
import { call, type CallFailure } from './call.js';

/** The screens show these before, or without, an answer from the server. */
export const fallbackConfig: Pick<AppConfig, 'productName' | 'limits'> = { productName: texts.productName, limits };

/** It is thrown where a result cannot be returned; it carries the failure for the screen. */
export class CallError extends Error {
  readonly failure: CallFailure;

  constructor(failure: CallFailure) {
    super(failure.error);
    this.name = 'CallError';
    this.failure = failure;
  }
}

/** Makes a failure that this app finds itself; its text is that of the code. */
export const callErrorWith = (code: string): CallError => new CallError({ success: false, error: '', code });

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
  if (!isAppConfig(result.data)) {
    throw new CallError({ success: false, error: texts.call.failed, code: 'UNKNOWN_ERROR' });
  }
  return result.data;
}

/** Checks only what the app uses: the schema itself would double the first view's JavaScript. */
function isAppConfig(data: unknown): data is AppConfig {
  if (typeof data !== 'object' || data === null) return false;
  const config: Partial<AppConfig> = data;
  return (
    typeof config.productName === 'string' &&
    typeof config.anonKey === 'string' &&
    typeof config.limits?.htmlMaxBytes === 'number' &&
    typeof config.limits.siteCountRefreshMs === 'number'
  );
}
