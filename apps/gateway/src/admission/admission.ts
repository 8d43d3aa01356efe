import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pageBodyMaxBytes, ServiceError } from '@haru/contracts';
import { networkOf, Sampled, UsagePerClient } from '@haru/service-runtime';
import type { EnvironmentKeys } from '../credentials/environment-keys.js';
import { bearerToken } from '../credentials/bearer.js';
import type { VerifiedTokens } from '../credentials/verified-tokens.js';
import type { ServiceEnv } from '../config.js';
import { sendRefusal } from '../http-errors/send-refusal.js';
import { clientOf } from './client-of.js';
import { EventLoopLag } from './event-loop-lag.js';
import type { FailedCredentials } from '../credentials/failed-credentials.js';
import { FairQueue } from './fair-queue.js';
import { type Admitted, LoadLimit } from './load-limit.js';
import { declaredBytes, trafficKindOf } from './traffic-kind.js';
import type { UnsentPages } from './unsent-pages.js';
import { dropUnreadBody } from './unread-body.js';

const refusedRequests = Sampled.counter(
  'haru_refused_requests_total',
  'Requests and connections refused before any work: the client had too many open connections (connections) or requests in flight (requests), or sent too many invalid keys and tokens (credentials), or there was too much work for all (load)',
  ['reason'],
);

const requestsInFlight = Sampled.gauge(
  'haru_requests_in_flight',
  'Requests to the API that are being answered, by kind of traffic',
  ['kind'],
);

const RETRY_AFTER_SECONDS = 1;
/** A refused request counts for its client so much longer. */
const REFUSED_MS = 250;

/** Decides about each connection and each request to the API before the framework sees it. */
export class Admission {
  private readonly connections: UsagePerClient | undefined;
  private readonly requests: UsagePerClient;
  private readonly turns = new FairQueue();
  private readonly lag = new EventLoopLag();
  private readonly load: LoadLimit;
  private readonly admitted = new WeakMap<IncomingMessage, Admitted>();
  private readonly refused = { connections: 0, requests: 0, credentials: 0, load: 0 };
  private readonly stopMeasuring = [
    refusedRequests.from(() => Object.entries(this.refused).map(([reason, value]) => ({ labels: { reason }, value }))),
    requestsInFlight.from(() =>
      Object.entries(this.load.inFlight).map(([kind, value]) => ({ labels: { kind }, value })),
    ),
  ];

  constructor(
    private readonly env: ServiceEnv,
    private readonly environmentKeys: EnvironmentKeys,
    private readonly verified: VerifiedTokens,
    private readonly failed: FailedCredentials,
    private readonly unsentPages: UnsentPages,
  ) {
    // Behind a proxy a connection carries requests of many clients.
    if (env.TRUST_PROXY === 0) this.connections = new UsagePerClient(env.GATEWAY_MAX_CONNECTIONS_PER_CLIENT);
    this.requests = new UsagePerClient(env.GATEWAY_MAX_REQUESTS_PER_CLIENT);
    const bounds = {
      maxSharedRequests: env.GATEWAY_MAX_REQUESTS,
      busyMs: RETRY_AFTER_SECONDS * 1_000,
      maxBodyBytes: env.GATEWAY_MAX_BODY_BYTES,
      maxLagMs: env.GATEWAY_MAX_LAG_MS,
    };
    this.load = new LoadLimit(bounds, () => this.lag.ms);
  }

  close(): void {
    this.lag.close();
    for (const stop of this.stopMeasuring) stop();
  }

  /** Closes the connection if its client has too many. */
  admitConnection(socket: Socket): void {
    if (!this.connections) return;
    const client = networkOf(socket.remoteAddress ?? '', 'client');
    if (!this.connections.hasCapacity(client)) {
      this.refused.connections += 1;
      socket.resetAndDestroy();
      return;
    }
    this.connections.take(client);
    socket.once('close', () => this.connections?.release(client));
  }

  /** Passes the request to the API in its client's turn, or refuses it. */
  handle(request: IncomingMessage, response: ServerResponse, api: RequestListener): void {
    const client = clientOf(request, this.env.TRUST_PROXY);
    const refusal = this.refuseClient(client, request);
    if (refusal) return this.refuse(refusal, request, response);
    this.requests.take(client);
    let end: (() => void) | undefined;
    const leave = this.turns.add(client, (endTurn) => {
      if (response.destroyed) return endTurn();
      end = endTurn;
      const busy = this.refuseForLoad(request);
      if (busy) this.refuse(busy, request, response);
      else api(request, response);
    });
    // This is one listener for all, because a streamed page has nine others, and Node warns of more than ten.
    response.once('close', () => {
      this.requests.release(client);
      if (!end) return leave();
      this.release(request, response);
      // A client that repeats what is refused waits between its repeats.
      if (response.statusCode === 429) setTimeout(end, REFUSED_MS).unref();
      else end();
    });
  }

  private refuse(refusal: ServiceError, request: IncomingMessage, response: ServerResponse): void {
    dropUnreadBody(request, response);
    sendRefusal(refusal, request, response, this.env.PUBLIC_ORIGIN);
  }

  /** Counts a part of a body whose size was not known. @returns the refusal if no more of it is affordable */
  countBytes(request: IncomingMessage, bytes: number): ServiceError | undefined {
    return this.admitted.get(request)?.addBytes(bytes) === false ? this.refuseAsBusy() : undefined;
  }

  private refuseClient(client: string, request: IncomingMessage): ServiceError | undefined {
    const blockedSeconds = this.failed.blockedSeconds(client);
    if (blockedSeconds !== undefined && this.hasUnknownCredential(request)) {
      this.refused.credentials += 1;
      return new ServiceError('RATE_LIMITED', { retryAfterSeconds: blockedSeconds });
    }
    if (this.requests.hasCapacity(client)) return undefined;
    this.refused.requests += 1;
    return new ServiceError('RATE_LIMITED', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  private refuseForLoad(request: IncomingMessage): ServiceError | undefined {
    const bytes = declaredBytes(request) ?? 0;
    // The route refuses a larger body unread.
    const admitted = this.load.admit(trafficKindOf(request), Math.min(bytes, pageBodyMaxBytes));
    if (!admitted) return this.refuseAsBusy();
    this.admitted.set(request, admitted);
    return undefined;
  }

  private release(request: IncomingMessage, response: ServerResponse): void {
    const admitted = this.admitted.get(request);
    if (!admitted) return;
    const isBusy = response.statusCode === 503 && !this.unsentPages.hasRefused(response);
    if (isBusy) this.load.noteBusy(trafficKindOf(request));
    admitted.release();
  }

  private refuseAsBusy(): ServiceError {
    this.refused.load += 1;
    return new ServiceError('SERVICE_BUSY', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** Tells whether the key is unknown, or a token would have to be verified. */
  private hasUnknownCredential({ headers: { apikey, authorization } }: IncomingMessage): boolean {
    if (apikey && !(typeof apikey === 'string' && this.environmentKeys.roleOf(apikey))) return true;
    if (!authorization) return false;
    const token = bearerToken(authorization);
    return token === undefined || !(this.environmentKeys.roleOf(token) || this.verified.has(token));
  }
}
