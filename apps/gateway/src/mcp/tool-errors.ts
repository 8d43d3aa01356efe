import { type ErrorCode, isPageRule, pageRules, ServiceError } from '@haru/contracts';
import { z } from 'zod';
import { errorAnswer } from '../http-errors/api-dialects.js';
import { errorTable } from '../http-errors/error-table.js';
import { programTextOf } from '../http-errors/program-texts.js';
import { RouteRefusal } from './route-calls.js';

/** The data API answers these codes of PostgreSQL and PostgREST for the product's own. */
const codesOfData: Partial<Record<string, ErrorCode>> = {
  '23505': 'PATH_TAKEN',
  '23514': 'PATH_INVALID',
  PGRST102: 'VALIDATION_FAILED',
  PGRST301: 'TOKEN_INVALID',
  PGRST303: 'SESSION_ENDED',
};

const connect =
  'Ask the person to connect an account: an API key of their account, made under Settings › API keys, as the header "Authorization: Bearer haru_…" of this MCP server.';

/** The hints of the HTTP routes speak of headers; these speak of tools. */
const hints: Partial<Record<ErrorCode, string>> = {
  VERSION_CONFLICT:
    'Call get_page, apply the change to that content, and call update_page with its version as base_version. get_page with version shows the content that was edited before.',
  PROOF_REQUIRED: `The free pages of this network are used up for the moment. ${connect}`,
  RATE_LIMITED: `Wait for retry_after_seconds. ${connect}`,
  STORAGE_FULL: connect,
  REGISTRATION_REQUIRED: connect,
  TOKEN_INVALID: `Give edit_key, if the page has one. Otherwise: ${connect}`,
  CREDENTIAL_INVALID: 'Check edit_key, or the API key of this MCP server.',
  SITE_NOT_FOUND: 'Check path and edit_key. With an account, list_pages shows the pages.',
  VERSION_NOT_FOUND: 'Call list_versions.',
  PAGE_REFUSED: 'Change what findings names, by rule and line. Do not try to get around the check.',
  IDEMPOTENCY_KEY_REUSED: 'Give another idempotency_key for another content.',
  VALIDATION_FAILED: 'Correct the arguments that details names.',
};

const findingsSchema = z.array(z.looseObject({ rule: z.string() }));

/** A conflict names the version that the caller has edited, too. */
const basedSchema = z.object({ base_version: z.int() });

/** Says what failed and what to do next, as the wire does. @param input the arguments of the tool */
export function toolErrorOf(error: unknown, origin: string, input?: unknown): object | undefined {
  const refusal = error instanceof ServiceError ? refusalOf(error, origin) : error;
  if (!(refusal instanceof RouteRefusal)) return undefined;
  const { code: given, error: _text, success: _false, challenge: _challenge, findings, ...more } = refusal.body;
  const code = codesOfData[String(given)] ?? String(given);
  const text = isErrorCode(code) ? programTextOf(code, 'en') : { message: String(more['message']), hint: '' };
  const places = findingsSchema.safeParse(findings);
  return {
    ...more,
    ...(places.success ? { findings: places.data.map(inEnglish) } : {}),
    ...(refusal.retryAfter === undefined ? {} : { retry_after_seconds: Number(refusal.retryAfter) }),
    ...(code === 'VERSION_CONFLICT' ? basedSchema.safeParse(input).data : {}),
    code,
    // The data API says which value is wrong, and why.
    message: code === '22P02' ? more['message'] : text.message,
    hint: (isErrorCode(code) ? hints[code] : undefined) ?? text.hint,
    docs: `${origin}/docs/errors#${code}`,
  };
}

function refusalOf(error: ServiceError, origin: string): RouteRefusal {
  const { body, headers } = errorAnswer('programs', error, { language: 'en', origin });
  return new RouteRefusal(body, headers['retry-after']);
}

export function inEnglish<Finding extends { rule: string }>(finding: Finding): Finding & { text: string } {
  return { ...finding, text: isPageRule(finding.rule) ? pageRules[finding.rule].en : finding.rule };
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}
