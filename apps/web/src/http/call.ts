import type { FieldFault } from '@haru/contracts';
import { texts } from '../texts/ja.js';
import { loadErrorTexts, textOfCode } from './error-texts.js';
import { withProof } from './proof/with-proof.js';

/** Every caller in the app gets a refusal, or no answer at all, in this form. */
export interface CallFailure {
  success: false;
  /** It is the server's text, or a default; people read `failureText()` instead. */
  error: string;
  code: string;
  details?: readonly FieldFault[];
  answer?: unknown;
  /** Absent when no answer arrived. */
  status?: number;
  retryAfterSeconds?: number;
}

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

/** A thrown fetch means no connection, or no answer in time. */
export function failureOfThrown(error: unknown): CallFailure {
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
  return {
    success: false,
    error: error instanceof Error && error.message !== '' ? error.message : texts.call.network,
    code: timedOut ? 'SERVICE_TIMEOUT' : 'NETWORK_ERROR',
  };
}

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

/** Returns the failure of a rejected call, or of an endpoint's hook; undefined for an error that no call made. */
export function callFailureOf(error: unknown): CallFailure | undefined {
  if (error instanceof CallError) return error.failure;
  return typeof error === 'object' && error !== null && 'success' in error ? (error as CallFailure) : undefined;
}

export const codeOfError = (error: unknown): string | undefined => callFailureOf(error)?.code;

/** An error that no call made counts as one of the connection. */
export const failureOfError = (error: unknown): CallFailure => callFailureOf(error) ?? failureOfThrown(error);

type Settled<Data> = { data: Data; error?: undefined } | { error: CallFailure };

export async function settled<Data>(work: Promise<Data>): Promise<Settled<Data>> {
  try {
    return { data: await work };
  } catch (error) {
    return { error: failureOfError(error) };
  }
}

/** Returns the code for an answer that has none, for example one from a proxy. */
export function codeOfStatus(status: number): string {
  if (status === 413) return 'PAYLOAD_TOO_LARGE';
  if (status === 429) return 'RATE_LIMITED';
  if (status === 502 || status === 503) return 'SERVICE_UNAVAILABLE';
  if (status === 504) return 'SERVICE_TIMEOUT';
  return 'UNKNOWN_ERROR';
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
