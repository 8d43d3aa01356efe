import {
  type ErrorCode,
  formatOfName,
  isPageRule,
  isUnder,
  type PageFinding,
  pageRules,
  type ServiceError,
} from '@haru/contracts';
import { errorTable } from './error-table.js';
import type { IncomingHttpHeaders } from 'node:http';
import { type Language, languageOf, programTextOf } from './program-texts.js';
import { challengeOf } from './proof-required-error.js';

/** Each client that reads the answer has an error shape of its own. */
export type ApiDialect = 'auth' | 'functions' | 'rest' | 'storage' | 'programs' | 'plain';

const prefixes: [string, ApiDialect][] = [
  ['/auth/v1', 'auth'],
  // These are before the more general prefix: here the errors also say what to do next.
  ['/functions/v1/pages', 'programs'],
  ['/functions/v1/check-page', 'programs'],
  ['/functions/v1/api-keys', 'programs'],
  ['/functions/v1/edit-keys', 'programs'],
  ['/mcp', 'programs'],
  ['/agent', 'programs'],
  ['/agent.md', 'programs'],
  ['/llms.txt', 'programs'],
  ['/functions/v1', 'functions'],
  ['/rest/v1', 'rest'],
  ['/storage/v1', 'storage'],
];

/** `curl` publishes at the root, and with `-T` at the name of the file. */
function isPublishing(url: string): boolean {
  const [, file] = /^\/([^/?]*)(?:\?|$)/.exec(url) ?? [];
  return file === '' || (file !== undefined && (formatOfName(file) !== undefined || /\.zip$/i.test(file)));
}

export function dialectOf(url: string): ApiDialect {
  if (isPublishing(url)) return 'programs';
  return prefixes.find(([prefix]) => isUnder(url, prefix))?.[1] ?? 'plain';
}

interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** Clients of this version of the auth API read `code` as a string, and only where the answer echoes the version. */
export const authApiVersion = '2024-01-01';

interface ErrorReader {
  /** This is the request's `X-Supabase-Api-Version`, if any. */
  apiVersion?: string | undefined;
  language?: Language;
  /** The documentation of errors is on this host. */
  origin?: string;
}

export function errorReaderOf(headers: IncomingHttpHeaders, origin: string): ErrorReader {
  const apiVersion = headers['x-supabase-api-version'];
  return {
    apiVersion: typeof apiVersion === 'string' ? apiVersion : undefined,
    language: languageOf(headers['accept-language']),
    origin,
  };
}

/** Shapes the answer to an error in the API dialect it arose in. */
export function errorAnswer(dialect: ApiDialect, error: ServiceError, reader: ErrorReader): ErrorAnswer {
  const headers: Record<string, string> =
    error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(error.retryAfterSeconds)) };
  if (error.code === 'API_KEY_MISSING' || error.code === 'API_KEY_INVALID') {
    return { status: 401, headers, body: { message: errorTable[error.code].text } };
  }
  switch (dialect) {
    case 'auth':
      return authAnswer(error, headers, reader.apiVersion);
    case 'rest':
      return restAnswer(error, headers);
    case 'storage':
      return storageAnswer(error, headers);
    case 'programs':
      return programAnswer(error, headers, reader);
    case 'functions':
    case 'plain':
      return functionAnswer(error, headers);
  }
}

const notAcceptable = 'Not Acceptable: only application/json is available';

/** The auth API has these names for the product's own codes. */
const authNames: Partial<Record<ErrorCode, ErrorCode>> = {
  VALIDATION_FAILED: 'validation_failed',
  INVALID_JSON: 'bad_json',
  UNSUPPORTED_MEDIA_TYPE: 'bad_json',
  NOT_ACCEPTABLE: 'validation_failed',
  PAYLOAD_TOO_LARGE: 'request_entity_too_large',
  ROUTE_NOT_FOUND: 'feature_disabled',
  METHOD_NOT_ALLOWED: 'feature_disabled',
  RATE_LIMITED: 'over_request_rate_limit',
  SERVICE_TIMEOUT: 'request_timeout',
  TOKEN_INVALID: 'bad_jwt',
  SESSION_ENDED: 'session_not_found',
  CREDENTIAL_INVALID: 'bad_jwt',
  SCOPE_MISSING: 'no_authorization',
  SESSION_REQUIRED: 'no_authorization',
  ORIGIN_NOT_ALLOWED: 'origin_not_allowed',
};

/** The texts are English, as those of the auth client's own servers. */
const authTexts: Partial<Record<ErrorCode, string>> = {
  NOT_ACCEPTABLE: notAcceptable,
  PROOF_REQUIRED: 'A proof of work is required: solve the challenge and repeat the request with it in X-Haru-Proof',
};

function authAnswer(error: ServiceError, headers: Record<string, string>, apiVersion: string | undefined): ErrorAnswer {
  const named = authNames[error.code] ?? error.code;
  const status = error.status ?? (error.code === 'NOT_ACCEPTABLE' ? 406 : errorTable[named].status);
  // Codes that only exist between our processes become ones that the auth client knows; a proof is requested under one
  // name.
  const isKnown = named === named.toLowerCase() || named === 'PROOF_REQUIRED';
  const code = isKnown ? named : 'unexpected_failure';
  const message = describe(error, authTexts[error.code] ?? errorTable[code].text);
  // Refused proofs of third parties have OAuth's error form.
  if (code === 'invalid_grant') return { status, headers, body: { error: code, error_description: message } };
  const weakness = error.reasons.length > 0 ? { weak_password: { reasons: error.reasons, message } } : {};
  const more = { ...weakness, ...challengeOf(error) };
  if (apiVersion !== undefined && apiVersion >= authApiVersion) {
    return {
      status,
      headers: { ...headers, 'x-supabase-api-version': authApiVersion },
      body: { code, message, ...more },
    };
  }
  return { status, headers, body: { code: status, error_code: code, msg: message, ...more } };
}

function restAnswer(error: ServiceError, headers: Record<string, string>): ErrorAnswer {
  // Clients of the data API know no reserved paths: to them it is taken.
  const named = error.code === 'PATH_RESERVED' ? 'PATH_TAKEN' : error.code;
  const code = restCode(named);
  const details = error.faults.length > 0 ? faultText(error) : placesText(error);
  const message = error.hasOwnMessage ? error.message : (restTexts[named] ?? errorTable[named].text);
  const status = error.status ?? errorTable[named].status;
  return { status, headers, body: { code, message, details, hint: null, ...findingsOf(error) } };
}

/** The client of the data API passes on no other member. */
function placesText({ findings }: ServiceError): string | null {
  if (findings.length === 0) return null;
  return findings
    .map(withText)
    .map(({ rule, text, line, excerpt }) => `${rule} (${text}), line ${line}: ${excerpt}`)
    .join('; ');
}

function restCode(code: ErrorCode): string {
  if (code === 'TOKEN_INVALID') return 'PGRST301';
  if (code === 'SESSION_ENDED') return 'PGRST303';
  if (code === 'NOT_ACCEPTABLE') return 'PGRST107';
  if (code === 'INVALID_JSON' || code === 'UNSUPPORTED_MEDIA_TYPE' || code === 'VALIDATION_FAILED') return 'PGRST102';
  if (code === 'ROUTE_NOT_FOUND') return 'PGRST205';
  if (code === 'PATH_TAKEN') return '23505';
  if (code === 'PATH_INVALID') return '23514';
  return code;
}

/** These are PostgREST's texts about bodies and addresses, and PostgreSQL's about broken constraints. */
const restTexts: Partial<Record<ErrorCode, string>> = {
  TOKEN_INVALID: 'JWSError JWSInvalidSignature',
  NOT_ACCEPTABLE: notAcceptable,
  INVALID_JSON: errorTable.PGRST102.text,
  VALIDATION_FAILED: errorTable.PGRST102.text,
  UNSUPPORTED_MEDIA_TYPE: 'Content-Type not acceptable: only uncompressed application/json in UTF-8 is',
  ROUTE_NOT_FOUND: errorTable.PGRST205.text,
  ORIGIN_NOT_ALLOWED: errorTable.origin_not_allowed.text,
  PATH_TAKEN: 'duplicate key value violates unique constraint "sites_path_key"',
  PATH_INVALID: 'new row for relation "sites" violates check constraint "sites_path_check"',
};

function storageAnswer(error: ServiceError, headers: Record<string, string>): ErrorAnswer {
  if (error.code === 'TOKEN_INVALID' || error.code === 'SESSION_ENDED') {
    return { status: 400, headers, body: { statusCode: '403', error: 'Unauthorized', message: 'Invalid token' } };
  }
  const status = error.status ?? errorTable[error.code].status;
  const text = storageTexts[error.code] ?? errorTable[error.code].text;
  // The storage client expects 400 for every refusal and reads the real status from the body.
  const sent = status >= 500 || status === 429 || status === 413 ? status : 400;
  return {
    status: sent,
    headers,
    body: {
      statusCode: String(status),
      error: storageNames[error.code] ?? error.code,
      message: describe(error, text),
      // The client distinguishes a missing file from any other refusal by this.
      ...(error.code === 'ROUTE_NOT_FOUND' ? { code: 'NoSuchKey' } : {}),
    },
  };
}

const storageNames: Partial<Record<ErrorCode, string>> = {
  BUCKET_NOT_FOUND: 'Bucket not found',
  ROUTE_NOT_FOUND: 'not_found',
  UNSUPPORTED_MEDIA_TYPE: 'invalid_mime_type',
};

/** The texts are English, as those of the storage client's own servers. The type of an upload is checked first. */
const storageTexts: Partial<Record<ErrorCode, string>> = {
  // Pages are read through share links, so the storage client finds no object anywhere.
  ROUTE_NOT_FOUND: 'Object not found',
  NOT_ACCEPTABLE: notAcceptable,
  ORIGIN_NOT_ALLOWED: errorTable.origin_not_allowed.text,
  UNSUPPORTED_MEDIA_TYPE: 'mime type is not supported: only uncompressed application/json in UTF-8 is',
};

function functionAnswer(error: ServiceError, headers: Record<string, string>): ErrorAnswer {
  const { text } = errorTable[error.code];
  const status = error.status ?? errorTable[error.code].status;
  // A taken path answers with PostgreSQL's unique-violation code, which clients of the data API know too.
  const code = error.code === 'PATH_TAKEN' ? '23505' : error.code;
  const details = error.faults.length > 0 ? { details: error.faults } : {};
  const current = error.current ? { current: error.current } : {};
  return {
    status,
    headers,
    body: {
      success: false,
      error: error.hasOwnMessage ? error.message : text,
      code,
      ...details,
      ...current,
      ...findingsOf(error),
      ...challengeOf(error),
    },
  };
}

function programAnswer(error: ServiceError, headers: Record<string, string>, reader: ErrorReader): ErrorAnswer {
  const { status, body } = functionAnswer(error, headers);
  const { message: text, hint } = programTextOf(error.code, reader.language ?? 'en');
  const docs = `${reader.origin ?? ''}/docs/errors#${String(body['code'])}`;
  const { success, code, error: _japanese, ...more } = body;
  const file = faultyFileOf(error);
  const message = file === undefined ? text : `${file}: ${text}`;
  const details = file === undefined ? {} : { details: [{ field: file, message: text }] };
  return { status, headers, body: { success, code, error: message, message, hint, docs, ...more, ...details } };
}

/** Returns the file that `fileError` names. */
function faultyFileOf({ code, faults: [fault] }: ServiceError): string | undefined {
  return fault?.message === errorTable[code].text ? fault.field : undefined;
}

/** `curl` shows people one line at the addresses outside of `/functions`, unless JSON is asked for. */
export function errorContent(
  request: { url?: string | undefined; headers: IncomingHttpHeaders },
  { body }: ErrorAnswer,
): { type: string; text: string } {
  const url = request.url ?? '/';
  const isLine = dialectOf(url) === 'programs' && !isUnder(url, '/functions/v1') && !asksForJson(request.headers);
  if (!isLine) return { type: 'application/json; charset=utf-8', text: JSON.stringify(body) };
  const hint = String(body['hint']);
  const named = ['details', 'findings'].filter((name) => body[name] !== undefined && hint.includes(name));
  const lists = named.map((name) => `${name}: ${JSON.stringify(body[name])}`);
  const parts = [`${String(body['code'])}:`, body['message'], body['hint'], ...lists, body['docs']].filter(Boolean);
  return { type: 'text/plain; charset=utf-8', text: `${parts.join(' ')}\n` };
}

/** Clients that accept anything, as `curl` does, get one line of text. */
export function asksForJson(headers: IncomingHttpHeaders): boolean {
  return headers.accept?.includes('application/json') ?? false;
}

function findingsOf({ findings }: ServiceError) {
  return findings.length > 0 ? { findings: findings.map(withText) } : {};
}

/** A rule that a newer service has and this gateway does not know is named by its id. */
function withText(finding: PageFinding) {
  return { ...finding, text: isPageRule(finding.rule) ? pageRules[finding.rule].ja : finding.rule };
}

function describe(error: ServiceError, text: string): string {
  if (error.faults.length > 0) return faultText(error);
  return error.hasOwnMessage ? error.message : text;
}

function faultText(error: ServiceError): string {
  return error.faults.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ');
}
