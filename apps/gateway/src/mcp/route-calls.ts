import { networkOf } from '@haru/service-runtime';
import { ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { IdentifiedRequest } from '../access/access.js';
import { Setting } from '../settings.js';
import { FailedCredentials } from '../credentials/failed-credentials.js';
import { VerifiedTokens } from '../credentials/verified-tokens.js';
import { traceparentOf } from '../http/request-id.js';

interface RouteCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  headers?: Readonly<Record<string, string | undefined>>;
  json?: object;
  /** The source of a page, or a ZIP archive of its files. Its type says nothing about its format. */
  page?: string | Buffer;
}

/** A route refused the call of a tool. */
export class RouteRefusal extends Error {
  constructor(
    readonly body: Readonly<Record<string, unknown>>,
    readonly retryAfter: string | undefined,
  ) {
    super('the route refused the call');
  }
}

/** Calls routes for one caller. */
export type CallRoute = <Answer extends z.ZodType>(answer: Answer, call: RouteCall) => Promise<z.output<Answer>>;

/** Tools call the routes of this gateway in the process, so that each guard, limit and charge of a route applies. */
@Injectable()
export class RouteCalls {
  constructor(
    private readonly http: HttpAdapterHost<FastifyAdapter>,
    private readonly failed: FailedCredentials,
    private readonly verified: VerifiedTokens,
    @Setting('ANON_KEY') private readonly anonKey: string,
  ) {}

  /**
   * @param editKey replaces the credential of the request
   * @throws ServiceError RATE_LIMITED for a client that has sent too many wrong keys
   */
  of(request: IdentifiedRequest, editKey?: string): CallRoute {
    if (editKey !== undefined) this.refuseGuesses(request.ip, editKey);
    const authorization = editKey === undefined ? request.headers.authorization : `Bearer ${editKey}`;
    const headers = {
      apikey: this.anonKey,
      accept: 'application/json',
      'accept-language': 'en',
      'x-haru-source': 'mcp',
      'x-request-id': request.id,
      traceparent: traceparentOf(request),
      ...(authorization === undefined ? {} : { authorization }),
    };
    return (answer, call) => this.call(answer, call, headers, request.ip);
  }

  private async call<Answer extends z.ZodType>(
    answer: Answer,
    { method, path, query = {}, headers = {}, json, page }: RouteCall,
    common: Record<string, string>,
    ip: string,
  ): Promise<z.output<Answer>> {
    const server = this.http.httpAdapter.getInstance<FastifyInstance>();
    const type = json ? 'application/json' : page === undefined ? undefined : 'application/octet-stream';
    const response = await server.inject({
      method,
      url: path,
      query: given(query),
      headers: { ...common, ...given({ 'content-type': type, ...headers }) },
      remoteAddress: ip,
      ...(json || page !== undefined ? { payload: json ?? page } : {}),
    });
    const body: unknown = JSON.parse(response.body);
    if (response.statusCode < 400) return answer.parse(body);
    const retryAfter = response.headers['retry-after'];
    throw new RouteRefusal(body as Record<string, unknown>, retryAfter === undefined ? undefined : String(retryAfter));
  }

  /** Admission does the same for the credential of a request. */
  private refuseGuesses(ip: string, editKey: string): void {
    const blockedSeconds = this.failed.blockedSeconds(networkOf(ip, 'client'));
    if (blockedSeconds === undefined || this.verified.has(editKey)) return;
    throw new ServiceError('RATE_LIMITED', { retryAfterSeconds: blockedSeconds });
  }
}

function given(members: Readonly<Record<string, string | number | boolean | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
