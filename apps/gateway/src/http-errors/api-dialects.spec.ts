import { errorCodes, fileError, isUnder, ServiceError } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { dialectOf, errorAnswer, errorContent } from './api-dialects.js';
import { errorSchemas } from './error-schemas.js';
import { programTextOf } from './program-texts.js';
import { ProofRequiredError } from './proof-required-error.js';

describe('dialectOf', () => {
  it('goes by the prefix, as a whole segment', () => {
    expect(dialectOf('/auth/v1/token?grant_type=x')).toBe('auth');
    expect(dialectOf('/rest/v1')).toBe('rest');
    expect(dialectOf('/rest/v12')).toBe('plain');
    expect(isUnder('/share?x', '/share')).toBe(true);
    expect(isUnder('/shared', '/share')).toBe(false);
  });

  it.each(['/', '/?title=x', '/page.html', '/page.md', '/site.zip?noindex'])(
    'is that of programs at %s, where curl publishes',
    (url) => expect(dialectOf(url)).toBe('programs'),
  );
});

describe('errorAnswer', () => {
  it.each(errorCodes)('has an answer to %s in every dialect', (code) => {
    for (const dialect of ['auth', 'functions', 'rest', 'storage', 'programs', 'plain'] as const) {
      const { status, body } = errorAnswer(dialect, new ServiceError(code), { apiVersion: '2024-01-01' });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(body)).toContain('message' in (body as object) ? 'message' : 'error');
    }
  });

  it('never shows an internal error code to the auth client, and asks for proofs by one name', () => {
    for (const code of errorCodes) {
      const body = errorAnswer('auth', new ServiceError(code), { apiVersion: '2024-01-01' }).body as { code?: string };
      if (body.code === undefined) continue;
      expect(body.code).toBe(code === 'PROOF_REQUIRED' ? code : body.code.toLowerCase());
    }
  });

  it.each(['auth', 'functions'] as const)('carries the challenge of a proof in the form of %s', (dialect) => {
    const parameters = {
      ...{ algorithm: 'PBKDF2/SHA-256', nonce: '00', salt: '00', keyPrefix: '00' },
      ...{ cost: 1, keyLength: 32, expiresAt: 1 },
    };
    const challenge = { parameters, signature: '00' };
    const answers = [undefined, '2024-01-01'].map((version) =>
      errorAnswer(dialect, new ProofRequiredError(challenge), { apiVersion: version }),
    );
    for (const answer of answers) expect(answer).toMatchObject({ status: 429, body: { challenge } });
    for (const { body } of answers) errorSchemas[dialect].parse(body);
  });

  it('rounds Retry-After up to whole seconds', () => {
    const error = new ServiceError('SERVICE_BUSY', { retryAfterSeconds: 0.2 });
    expect(errorAnswer('functions', error, {})).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  });

  it('names the fields that did not fit', () => {
    const error = new ServiceError('VALIDATION_FAILED', { faults: [{ field: 'a.b', message: 'is odd' }] });
    expect(errorAnswer('functions', error, {}).body).toMatchObject({
      details: [{ field: 'a.b', message: 'is odd' }],
    });
    expect(errorAnswer('auth', error, { apiVersion: '2024-01-01' }).body).toEqual({
      code: 'validation_failed',
      message: 'a.b: is odd',
    });
  });

  it('shows on one line what its hint names', () => {
    const faults = [{ field: 'format', message: 'is odd' }];
    const lineOf = (error: ServiceError) =>
      errorContent({ url: '/', headers: {} }, errorAnswer('programs', error, { language: 'en' })).text;
    expect(lineOf(new ServiceError('VALIDATION_FAILED', { faults }))).toContain(` details: ${JSON.stringify(faults)} `);
    const findings = [{ rule: 'credential.password', line: 2, column: 14, excerpt: '<input type="password">' }];
    expect(lineOf(new ServiceError('PAGE_REFUSED', { findings }))).toMatch(/ findings: .*credential\.password.*\n$/);
    expect(lineOf(new ServiceError('HTML_BLANK'))).not.toMatch(/details|findings/);
  });

  it('names the file at fault in the language of the program', () => {
    const error = fileError('ENTRY_LINK', 'a.html');
    const { body } = errorAnswer('programs', error, { language: 'en' });
    const { message } = programTextOf('ENTRY_LINK', 'en');
    expect(body).toMatchObject({ message: `a.html: ${message}`, details: [{ field: 'a.html', message }] });
  });

  it('says for what a page is refused', () => {
    const finding = { rule: 'credential.password', line: 2, column: 14, excerpt: '<input type="password">' };
    const error = new ServiceError('PAGE_REFUSED', { findings: [finding] });
    for (const dialect of ['functions', 'rest'] as const) {
      expect(errorAnswer(dialect, error, {})).toMatchObject({ status: 422, body: { findings: [finding] } });
    }
    expect(errorAnswer('rest', error, {}).body).toMatchObject({
      details: expect.stringMatching(/^credential\.password \(.+\), line 2: <input type="password">$/),
    });
  });

  it.each([
    ['rest', 'INVALID_JSON', 'PGRST102'],
    ['rest', 'UNSUPPORTED_MEDIA_TYPE', 'PGRST102'],
    ['rest', 'VALIDATION_FAILED', 'PGRST102'],
    ['rest', 'ROUTE_NOT_FOUND', 'PGRST205'],
    ['auth', 'TOKEN_INVALID', 'bad_jwt'],
    ['auth', 'SESSION_ENDED', 'session_not_found'],
    ['auth', 'NOT_ACCEPTABLE', 'validation_failed'],
    ['rest', 'TOKEN_INVALID', 'PGRST301'],
    ['rest', 'SESSION_ENDED', 'PGRST303'],
    ['rest', 'PGRST303', 'PGRST303'],
    ['rest', 'insufficient_aal', 'insufficient_aal'],
    ['rest', 'NOT_ACCEPTABLE', 'PGRST107'],
    ['storage', 'TOKEN_INVALID', undefined],
    ['storage', 'ROUTE_NOT_FOUND', 'NoSuchKey'],
    ['storage', 'NOT_ACCEPTABLE', undefined],
    ['rest', 'ORIGIN_NOT_ALLOWED', 'ORIGIN_NOT_ALLOWED'],
    ['storage', 'UNSUPPORTED_MEDIA_TYPE', undefined],
    ['storage', 'ORIGIN_NOT_ALLOWED', undefined],
  ] as const)('speaks English to the %s client of %s', (dialect, code, named) => {
    const body = errorAnswer(dialect, new ServiceError(code), { apiVersion: '2024-01-01' }).body as {
      code?: string;
      message: string;
    };
    expect(body.code).toBe(named);
    expect(body.message).toMatch(/^[ -~]+$/);
  });
});
