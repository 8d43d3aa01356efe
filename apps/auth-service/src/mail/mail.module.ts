import { Module } from '@nestjs/common';
import { Redirects } from './links/redirects.js';
import { MailInternalMessageController } from './mail-internal.message-controller.js';
import { Counters } from './requests/counters.js';
import { MailIntervals } from './requests/mail-intervals.js';
import { MailLimits } from './requests/mail-limits.js';
import { MailRequests } from './requests/mail-requests.js';
import { OneTimeTokens } from './tokens/one-time-tokens.js';

@Module({
  controllers: [MailInternalMessageController],
  providers: [Counters, MailIntervals, MailLimits, MailRequests, OneTimeTokens, Redirects],
  exports: [Counters, MailIntervals, MailRequests, OneTimeTokens, Redirects],
})
export class MailModule {}
