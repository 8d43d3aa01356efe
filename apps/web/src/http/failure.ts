import type { FieldFault, FunctionError } from '@haru/contracts';
import { firstErrors } from '../texts/errors/first-errors.js';
import { texts } from '../texts/ja.js';

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

let known: Readonly<Record<string, string>> = firstErrors;

export function textOfCode(code: string): string | undefined {
  return Object.hasOwn(known, code) ? known[code] : undefined;
}

/** Loads the texts of all codes. Without them a failure has the general text. */
export async function loadErrorTexts(): Promise<void> {
  try {
    known = (await import('../texts/errors/errors.js')).errors;
  } catch (error) {
    console.warn('the texts of errors could not be loaded', error);
  }
}

export function failureText(failure: CallFailure): string {
  if (failure.status === 429 && failure.retryAfterSeconds !== undefined) {
    return waitText(failure.code, failure.error)(failure.retryAfterSeconds);
  }
  const text = textOfCode(failure.code) ?? texts.errors.UNKNOWN_ERROR;
  const findings = findingsOf(failure);
  return findings ? text + texts.refusedPlaces(findings) : text;
}

export type PageFindings = NonNullable<FunctionError['findings']>;

export function findingsOf(failure: CallFailure | undefined): PageFindings | undefined {
  if (failure?.code !== 'PAGE_REFUSED') return undefined;
  const { findings = [] } = (failure.answer ?? {}) as Partial<Pick<FunctionError, 'findings'>>;
  return findings.length > 0 ? findings : undefined;
}

/** The server names the file that it refuses. */
export function fileNameIn({ code, details = [] }: CallFailure): string {
  const [fault] = code === 'VALIDATION_FAILED' ? [] : details;
  return fault ? `「${fault.field}」：` : '';
}

/** The same code means that this mail was just sent, and that the whole server sends too many. */
function waitText(code: string, serversText: string): (seconds: number) => string {
  if (code !== 'over_email_send_rate_limit') return texts.rateLimited;
  return /^email rate limit exceeded/i.test(serversText) ? texts.mailsCrowded : texts.mailedJustNow;
}

export function hasOwnText({ code }: CallFailure): boolean {
  return code !== 'UNKNOWN_ERROR' && code !== 'unexpected_failure' && textOfCode(code) !== undefined;
}
