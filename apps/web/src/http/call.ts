import type { FieldFault } from '@haru/contracts';
import { texts } from '../texts/ja.js';
import { codeOfStatus, failureOfThrown, loadErrorTexts, textOfCode, type CallFailure } from './failure.js';
import { withProof } from './proof/with-proof.js';

export interface CallSuccess {
  success: true;
  data: unknown;
  headers: Headers;
  /** The answer came from this address: after a redirect it is not the requested one. */
  url: string;
}

export type CallResult = CallSuccess | CallFailure;

export interface CallRequest {
  path: string;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  /** The public key is sent as `apikey` and, without a session, as the bearer too. */
  anonKey?: string;
  accessToken?: string | undefined;
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 20_000;

/** Makes one JSON call to our own origin. It never throws: the result says what went wrong. */
export async function call(request: CallRequest): Promise<CallResult> {
  const bearer = request.accessToken ?? request.anonKey;
  try {
    const response = await withProof((proof) =>
      fetch(request.path, {
        method: request.method ?? 'GET',
        headers: {
          accept: 'application/json',
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(request.anonKey ? { apikey: request.anonKey } : {}),
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          ...request.headers,
          ...proof,
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        signal: AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS),
      }),
    );
    return await readAnswer(response);
  } catch (error) {
    return failureOfThrown(error);
  }
}

export async function readAnswer(response: Response): Promise<CallResult> {
  const data = parseJson(await response.text());
  if (response.ok) return { success: true, data, headers: response.headers, url: response.url };
  const details = faultsOf(data);
  const retryAfterSeconds = retryAfterOf(response.headers);
  const code = stringMember(data, 'code') ?? codeOfStatus(response.status);
  // The screen then finds the text without waiting.
  if (textOfCode(code) === undefined) await loadErrorTexts();
  return {
    success: false,
    status: response.status,
    error: stringMember(data, 'error') ?? stringMember(data, 'message') ?? texts.call.failed,
    code,
    answer: data,
    ...(details ? { details } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** Reads the whole seconds of a `Retry-After` header in its numeric form, the only one our gateway sends. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** A page from a proxy, or an empty body, is no JSON and counts as no data. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a member of a value of any type, such as an answer. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function stringMember(data: unknown, name: string): string | undefined {
  const value = memberOf(data, name);
  return typeof value === 'string' ? value : undefined;
}

function faultsOf(data: unknown): FieldFault[] | undefined {
  const details = memberOf(data, 'details');
  return Array.isArray(details) ? details.filter(isFieldFault) : undefined;
}

function isFieldFault(value: unknown): value is FieldFault {
  return stringMember(value, 'field') !== undefined && stringMember(value, 'message') !== undefined;
}
