import { afterEach, beforeEach } from '@jest/globals';
import {
  appConfigSchema,
  checkPathAnswerSchema,
  createSiteAnswerSchema,
  createSiteBodySchema,
  functionErrorSchema,
  limits,
  mailSettingsRoutes,
  recoveryCodeRoutes,
  sessionRoutes,
  submitReportAnswerSchema,
  submitReportBodySchema,
  type CreateSiteAnswer,
  type ErrorCode,
  type HttpRoute,
} from '@haru/contracts';
import type { z } from 'zod';
import { claimOf } from '../../session/account.js';
import { sessionOf } from './fake-accounts.js';

export interface SeenRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

type Answer = (request: SeenRequest) => Response | Promise<Response>;
/** The route takes this body, as its schema reads it. */
type Body<Route extends HttpRoute> = Route extends { body: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : unknown;

const ORIGIN = 'https://haru.example';
const PAGES_ORIGIN = 'https://haru-pages.example';
const ANON_KEY = 'public-key';
/** The server makes these recovery codes. */
export const recoveryCodes = Array.from({ length: 10 }, (_none, number) => `abcd${number}-efgh${number}`);
const SITE_ID = '0b6a3a3e-0d52-4a0e-8f51-3a0f3f0c7a22';

/** This route counts the pages that expire soon; the dashboard's list has the same address. */
export const EXPIRING = 'GET /rest/v1/sites?select=expires_at';

function routeOf({ method, path, query }: SeenRequest): string {
  return `${method} ${path}${query.get('select') === 'expires_at' ? '?select=expires_at' : ''}`;
}

/** Serves `fetch` for one test; every answer is checked against the contract it belongs to. */
export class FakeServer {
  readonly seen: SeenRequest[] = [];
  readonly #answers = new Map<string, Answer>();
  activeSites = 1234;
  takenPaths: string[] = [];

  constructor() {
    this.answer('GET /config.json', () => json(200, appConfig));
    this.answer(
      'HEAD /rest/v1/sites',
      () => new Response(null, { headers: { 'content-range': `0-24/${this.activeSites}` } }),
    );
    this.answer('POST /auth/v1/signup', () => json(200, sessionOf({ email: '', isAnonymous: true })));
    this.answer('POST /auth/v1/logout', () => new Response(null, { status: 204 }));
    this.answer('GET /functions/v1/check-path', ({ query }) => {
      const available = !this.takenPaths.includes(query.get('path') ?? '');
      return json(200, checkPathAnswerSchema.parse({ success: true, available }));
    });
    this.answer('POST /functions/v1/adopt-sites', () => json(200, { success: true, moved: 0 }));
    this.answer('GET /rest/v1/sites', () => json(200, []));
    this.answer(EXPIRING, () => json(200, [], { 'content-range': '*/0' }));
    this.answer('GET /functions/v1/own-cases', () => json(200, { success: true, cases: [], next: null }));
    this.serve(mailSettingsRoutes.getMailSettings, () => ({ mail_settings: { expiry_mails: true } }));
    this.serve(sessionRoutes.listSessions, () => ({ sessions: [] }));
    const { getRecoveryCodes, createRecoveryCodes } = recoveryCodeRoutes;
    this.serve(getRecoveryCodes, () => ({ recovery_codes: null }));
    this.serve(createRecoveryCodes, () => {
      const made = { created_at: '2026-11-22T05:06:07.000Z' };
      this.serve(getRecoveryCodes, () => ({ recovery_codes: { ...made, remaining: recoveryCodes.length } }));
      return { recovery_codes: { ...made, codes: recoveryCodes } };
    });
    for (const route of ['submit-feedback', 'submit-bug-report']) {
      this.answer(`POST /functions/v1/${route}`, ({ body }) => {
        const { type } = submitReportBodySchema.parse(body);
        const outcome = type === 'quick_like' ? { like: { counted: true } } : { report: { id: SITE_ID } };
        return json(200, submitReportAnswerSchema.parse({ success: true, ...outcome }));
      });
    }
    this.answer('POST /functions/v1/create-site', (request) => {
      createSiteBodySchema.parse(request.body);
      return json(200, publishedSite());
    });
  }

  /** Sets what a route (`POST /functions/v1/create-site`) answers from here on. */
  answer(route: string, answer: Answer): void {
    this.#answers.set(route, answer);
  }

  /** Does so by the route's contract. `answer` returns a refusal, or what the answer has beside `success`. */
  serve<Route extends HttpRoute>(
    route: Route,
    answer: (request: SeenRequest & { body: Body<Route> }) => Response | Omit<z.input<Route['answer']>, 'success'>,
  ): void {
    this.answer(`${route.method} ${route.path}`, (request) => {
      const { data: body, error } = route.body?.safeParse(request.body) ?? {};
      if (error) return refusal(400, 'VALIDATION_FAILED');
      const answered = answer({ ...request, body: body as Body<Route> });
      if (answered instanceof Response) return answered;
      return json(200, route.answer.parse({ success: true, ...answered }));
    });
  }

  /** Returns the requests that a route has had, oldest first. */
  to(route: string): SeenRequest[] {
    return this.seen.filter((request) => routeOf(request) === route);
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    const text = typeof init?.body === 'string' ? init.body : '';
    const request: SeenRequest = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init?.headers),
      body: text === '' ? undefined : JSON.parse(text),
    };
    this.seen.push(request);
    const answer = this.#answers.get(routeOf(request));
    if (!answer) throw new Error(`the fake server has no ${request.method} ${request.path}`);
    return answer(request);
  };
}

/**
 * Returns the id of the account in whose name a request was made. Whole tokens differ with the second they are made
 * in.
 */
export function callerOf(request: SeenRequest | undefined): string | undefined {
  return claimOf(request?.headers.get('authorization') ?? '', 'sub');
}

/** Puts a fresh server behind `fetch` for each test; ask for it inside the test. */
export function useFakeServer(): () => FakeServer {
  const realFetch = globalThis.fetch;
  let server = new FakeServer();
  beforeEach(() => {
    server = new FakeServer();
    globalThis.fetch = server.fetch;
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
  });
  return () => server;
}

/** Returns the route of this id, which stands for the parameter in the route's path. */
export const routeOfId = <Route extends HttpRoute>(route: Route, id: string): Route => ({
  ...route,
  path: route.path.replace(/:\w+/, id),
});

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** Makes the app's page as `fetch` has it after a redirect to `address`. */
export function redirectedTo(address: string): Response {
  return Object.defineProperty(new Response('<!doctype html>'), 'url', { value: new URL(address, ORIGIN).href });
}

/** Makes a refusal of `/functions/v1` in the contract's shape. */
export function refusal(status: number, code: ErrorCode | '23505', headers: Record<string, string> = {}): Response {
  return json(status, functionErrorSchema.parse({ success: false, error: 'refused', code }), headers);
}

/** Fails as `fetch` does without a network. */
export function noNetwork(): never {
  throw new TypeError('Failed to fetch');
}

const appConfig = appConfigSchema.parse({
  productName: '貼る',
  origin: ORIGIN,
  shareUrlPattern: `${PAGES_ORIGIN}/share/{path}`,
  pagesOrigin: PAGES_ORIGIN,
  ownOriginPattern: 'https://{path}.pages.example',
  ownOriginsFor: 'needed',
  anonKey: ANON_KEY,
  limits: {
    htmlMaxBytes: limits.htmlMaxBytes,
    siteLifetimeDays: limits.siteLifetimeDays,
    siteCountRefreshMs: limits.siteCountRefreshMs,
  },
});

export function publishedSite(change: Partial<CreateSiteAnswer['site']> = {}): CreateSiteAnswer {
  const expiresAt = new Date(Date.now() + limits.siteLifetimeDays * 24 * 60 * 60 * 1000).toISOString();
  return createSiteAnswerSchema.parse({
    success: true,
    site: {
      id: SITE_ID,
      path: 'k7m2x9pq',
      title: '春のおしらせ',
      url: `${PAGES_ORIGIN}/share/k7m2x9pq`,
      expires_at: expiresAt,
      ...change,
    },
  });
}
