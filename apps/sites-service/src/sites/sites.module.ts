import { Outbox } from '@haru/events';
import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { ServiceEnv } from '../config.js';
import { typeOrmOptions } from '../database.js';
import { CountActiveSites } from './count-active-sites.js';
import { CreateSite } from './create-site.js';
import { OwnersOfLiveSitesMessageController } from './owners-of-live-sites.message-controller.js';
import { ServeSite } from './serve-site.js';
import { SitesMessageController } from './sites.message-controller.js';

@Module({})
export class SitesModule {
  static for(env: ServiceEnv): DynamicModule {
    return {
      module: SitesModule,
      imports: [TypeOrmModule.forRoot(typeOrmOptions('sites-service', env))],
      controllers: [SitesMessageController, OwnersOfLiveSitesMessageController],
      providers: [Outbox, CreateSite, ServeSite, CountActiveSites],
    };
  }
}
