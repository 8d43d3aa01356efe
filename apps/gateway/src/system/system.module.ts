import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { OpenApi } from '../open-api/open-api.js';
import { CrawlersHttpController } from './crawlers.http-controller.js';
import { InformationHttpController } from './information.http-controller.js';
import { SystemHttpController } from './system.http-controller.js';
import { UnknownRoutesHttpController } from './unknown-routes.http-controller.js';
import { WellKnownHttpController } from './well-known.http-controller.js';

@Module({
  imports: [DiscoveryModule],
  controllers: [
    CrawlersHttpController,
    InformationHttpController,
    SystemHttpController,
    UnknownRoutesHttpController,
    WellKnownHttpController,
  ],
  providers: [OpenApi],
})
export class SystemModule {}
