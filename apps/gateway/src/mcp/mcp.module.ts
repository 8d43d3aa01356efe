import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { McpHttpController } from './mcp.http-controller.js';
import { McpServers } from './mcp-servers.js';
import { RouteCalls } from './route-calls.js';

@Module({
  imports: [CredentialsModule],
  controllers: [McpHttpController],
  providers: [McpServers, RouteCalls],
})
export class McpModule {}
