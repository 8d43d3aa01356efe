import { randomUUID } from 'node:crypto';
import {
  type AppConfig,
  appConfigSchema,
  limits,
  type RequestContext,
  ServiceError,
  sessionMessages,
  siteMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { readiness } from '@haru/service-runtime';
import { Controller, Get, Header, Optional } from '@nestjs/common';
import { Access } from '../access/access.js';
import type { ServiceEnv } from '../config.js';
import { Setting } from '../settings.js';
import { Calls, Documented } from '../open-api/documented.js';
import { OpenApi } from '../open-api/open-api.js';

const READY_WITHIN_MS = 2_000;

@Controller()
export class SystemHttpController {
  constructor(
    @Setting('PRODUCT_NAME') private readonly productName: string,
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
    @Setting('PAGES_ORIGIN') private readonly pagesOrigin: string,
    @Optional() @Setting('VIEWER_ORIGIN_PATTERN') private readonly viewerOriginPattern: string | undefined,
    @Setting('OWN_ORIGINS_FOR') private readonly ownOriginsFor: ServiceEnv['OWN_ORIGINS_FOR'],
    @Setting('ANON_KEY') private readonly anonKey: string,
    @Setting('SITE_POLICY') private readonly sitePolicy: ServiceEnv['SITE_POLICY'],
    private readonly openApi: OpenApi,
    private readonly services: RequestClient,
  ) {}

  @Get('config.json')
  @Access('open')
  @Header('cache-control', 'no-cache')
  @Documented({ summary: 'What the web app needs to know of its environment.', answer: appConfigSchema })
  config(): AppConfig {
    return {
      productName: this.productName,
      origin: this.origin,
      shareUrlPattern: `${this.pagesOrigin}/share/{path}`,
      pagesOrigin: this.pagesOrigin,
      ownOriginPattern: this.viewerOriginPattern,
      ownOriginsFor: this.ownOriginsFor,
      anonKey: this.anonKey,
      limits: {
        htmlMaxBytes: limits.htmlMaxBytes,
        siteLifetimeDays: limits.siteLifetimeDays,
        siteCountRefreshMs: limits.siteCountRefreshMs,
      },
      sitePolicy: this.sitePolicy,
    };
  }

  @Get('healthz')
  @Access('open')
  @Documented({ summary: 'The process is alive.' })
  healthz(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @Access('open')
  @Calls(sessionMessages.getJwks, siteMessages.countActiveSites)
  @Documented({ summary: 'Redis and the services behind it answer.' })
  async readyz(): Promise<{ status: 'ready' }> {
    // Load balancers check this: from SIGTERM on they must send nothing more.
    if (readiness.isStopping) throw new ServiceError('SERVICE_UNAVAILABLE');
    const context: RequestContext = { requestId: randomUUID(), caller: { role: 'anon' } };
    await Promise.all([
      this.services.call(sessionMessages.getJwks, {}, context, { timeoutMs: READY_WITHIN_MS }),
      this.services.call(siteMessages.countActiveSites, {}, context, { timeoutMs: READY_WITHIN_MS }),
    ]);
    return { status: 'ready' };
  }

  @Get('openapi.json')
  @Access('open')
  @Header('cache-control', 'no-cache')
  @Documented({ summary: 'This API, described.' })
  openapi(): object {
    return this.openApi.document();
  }
}
