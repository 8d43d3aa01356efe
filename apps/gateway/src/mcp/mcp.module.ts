import { Module } from '@nestjs/common';
import { McpHttpController } from './mcp.http-controller.js';
import { McpServers } from './mcp-servers.js';
import { RouteCalls } from './route-calls.js';

@Module({
  controllers: [McpHttpController],
  providers: [McpServers, RouteCalls],
})
export class McpModule {}
