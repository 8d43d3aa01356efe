import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { OpenApi } from '../open-api/open-api.js';
import { DocsHttpController } from './docs.http-controller.js';
import { DocsSite } from './docs-site.js';

@Module({ imports: [DiscoveryModule], controllers: [DocsHttpController], providers: [DocsSite, OpenApi] })
export class DocsModule {}
