import { type AppConfig, appConfigSchema, limits, ServiceError } from '@haru/contracts';
import { readiness } from '@haru/service-runtime';
import { Controller, Get, Header, Inject } from '@nestjs/common';
import { Access } from '../access/access.js';
import { ENV, type ServiceEnv } from '../config.js';
import { Documented } from '../open-api/documented.js';
import { OpenApi } from '../open-api/open-api.js';
import { Readiness } from './readiness.js';

@Controller()
export class SystemHttpController {
  constructor(
    @Inject(ENV) private readonly env: ServiceEnv,
    private readonly openApi: OpenApi,
    private readonly readiness: Readiness,
  ) {}

  @Get('config.json')
  @Access('open')
  @Header('cache-control', 'no-cache')
  @Documented({ summary: 'What the web app needs to know of its environment.', answer: appConfigSchema })
  config(): AppConfig {
    return {
      productName: this.env.PRODUCT_NAME,
      origin: this.env.PUBLIC_ORIGIN,
      shareUrlPattern: `${this.env.PAGES_ORIGIN}/share/{path}`,
      pagesOrigin: this.env.PAGES_ORIGIN,
      ownOriginPattern: this.env.VIEWER_ORIGIN_PATTERN,
      ownOriginsFor: this.env.OWN_ORIGINS_FOR,
      anonKey: this.env.ANON_KEY,
      limits: {
        htmlMaxBytes: limits.htmlMaxBytes,
        siteLifetimeDays: limits.siteLifetimeDays,
        siteCountRefreshMs: limits.siteCountRefreshMs,
      },
      sitePolicy: this.env.SITE_POLICY,
    };
  }

  @Get('healthz')
  @Access('open')
  @Header('cache-control', 'no-store')
  @Documented({ summary: 'The process is alive.' })
  healthz(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @Access('open')
  @Header('cache-control', 'no-store')
  @Documented({ summary: 'Redis and the services behind it answer.' })
  async readyz(): Promise<{ status: 'ready' }> {
    // Load balancers check this: from SIGTERM on they must send nothing more.
    if (readiness.isStopping) throw new ServiceError('SERVICE_UNAVAILABLE');
    await this.readiness.check();
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
