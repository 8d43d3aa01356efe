import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '@haru/contracts';
import { networkOf, Sampled } from '@haru/service-runtime';
import type { ApiKeys } from '../access/api-keys.js';
import { bearerToken } from '../access/bearer.js';
import type { VerifiedTokens } from '../access/verified-tokens.js';
import type { GatewayEnv } from '../config.js';
import { sendRefusal } from '../http-errors/send-refusal.js';
import { clientOf } from './client-of.js';
import type { FailedCredentials } from './failed-credentials.js';
import { FairQueue } from './fair-queue.js';
import { dropUnreadBody } from './unread-body.js';
import { UsagePerClient } from './usage-per-client.js';

const refusedRequests = Sampled.counter({
  name: 'haru_refused_requests_total',
  help: 'Requests and connections refused before any work: the client had too many open connections (connections) or requests in flight (requests), or sent too many invalid keys and tokens (credentials)',
  labelNames: ['reason'],
});

/** Decides about each connection and each request to the API before the framework sees it. */
export class Admission {
  private readonly connections: UsagePerClient | undefined;
  private readonly requests: UsagePerClient;
  private readonly queue = new FairQueue();
  private readonly refused = { connections: 0, requests: 0, credentials: 0 };

  constructor(
    private readonly env: GatewayEnv,
    private readonly apiKeys: ApiKeys,
    private readonly verified: VerifiedTokens,
    private readonly failed: FailedCredentials,
  ) {
    // Behind a proxy connections are everybody's.
    if (env.TRUST_PROXY === 0) this.connections = new UsagePerClient(env.GATEWAY_MAX_CONNECTIONS_PER_CLIENT);
    this.requests = new UsagePerClient(env.GATEWAY_MAX_REQUESTS_PER_CLIENT);
  }

  /** @returns a function that ends it */
  measure(): () => void {
    return refusedRequests.from(() =>
      Object.entries(this.refused).map(([reason, value]) => ({ labels: { reason }, value })),
    );
  }

  /** Closes the connection where its client has too many. */
  admitConnection(socket: Socket): void {
    if (!this.connections) return;
    const client = networkOf(socket.remoteAddress ?? '', 'client');
    if (this.connections.take(client)) {
      socket.once('close', () => this.connections?.release(client));
      return;
    }
    this.refused.connections += 1;
    socket.resetAndDestroy();
  }

  /** Hands the request over to the API in its turn, or refuses it. */
  handle(request: IncomingMessage, response: ServerResponse, api: RequestListener): void {
    const client = clientOf(request, this.env.TRUST_PROXY);
    const refusal = this.refusalOf(client, request);
    if (refusal) {
      dropUnreadBody(request, response);
      sendRefusal(refusal, request, response);
      return;
    }
    response.once('close', () => this.requests.release(client));
    this.queue.add(client, () => {
      if (!response.destroyed) api(request, response);
    });
  }

  /** @returns undefined where the request counts as one of the client's from here on */
  private refusalOf(client: string, request: IncomingMessage): ServiceError | undefined {
    const blockedSeconds = this.failed.blockedSeconds(client);
    if (blockedSeconds !== undefined && this.hasUnknownCredential(request)) {
      this.refused.credentials += 1;
      return new ServiceError('RATE_LIMITED', { retryAfterSeconds: blockedSeconds });
    }
    if (this.requests.take(client)) return undefined;
    this.refused.requests += 1;
    return new ServiceError('RATE_LIMITED', { retryAfterSeconds: 1 });
  }

  /** A key that is not ours, or a token that would have to be verified. */
  private hasUnknownCredential({ headers: { apikey, authorization } }: IncomingMessage): boolean {
    if (apikey && !(typeof apikey === 'string' && this.apiKeys.roleOf(apikey))) return true;
    if (!authorization) return false;
    const token = bearerToken(authorization);
    return token === undefined || !(this.apiKeys.roleOf(token) || this.verified.has(token));
  }
}
