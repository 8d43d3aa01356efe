import { Module } from '@nestjs/common';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimits } from './rate-limits.js';

@Module({
  providers: [RateLimitGuard, RateLimits],
  exports: [RateLimitGuard, RateLimits],
})
export class RateLimitsModule {}
