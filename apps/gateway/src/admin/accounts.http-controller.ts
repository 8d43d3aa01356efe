import {
  accountOverviewAnswerSchema,
  accountPageAnswerSchema,
  accountSearchSchema,
  type AccountOverview,
  banBodySchema,
  grantedPathAnswerSchema,
  grantPathBodySchema,
  moderationMessages,
  type RequestContext,
  roleBodySchema,
  ServiceError,
  siteNumberMessages,
  type StaffAccount,
  staffMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import type { z } from 'zod';
import { Context, RequiresRole } from '../access/access.js';
import { UuidParam } from '../http/uuid-param.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls, Documented } from '../open-api/documented.js';

type BanBody = z.output<typeof banBodySchema>;

const AccountId = () => UuidParam('accountId', () => new ServiceError('ACCOUNT_NOT_FOUND'));

@Controller('admin/v1')
export class AdminAccountsHttpController {
  constructor(private readonly services: RequestClient) {}

  @Get('accounts')
  @RequiresRole('moderator')
  @Calls(staffMessages.searchAccounts)
  @Documented({
    summary: 'Accounts by address or id, newest first.',
    query: accountSearchSchema,
    answer: accountPageAnswerSchema,
  })
  async searchAccounts(
    @Query(new ZodPipe(accountSearchSchema)) query: z.output<typeof accountSearchSchema>,
    @Context() context: RequestContext,
  ) {
    const { accounts, next } = await this.services.call(staffMessages.searchAccounts, query, context);
    return { success: true, accounts: await this.withSites(accounts, context), next };
  }

  @Get('staff')
  @RequiresRole('moderator')
  @Calls(staffMessages.listStaff)
  @Documented({ summary: 'Everybody with a role.', answer: accountPageAnswerSchema })
  async listStaff(@Context() context: RequestContext) {
    const { accounts } = await this.services.call(staffMessages.listStaff, {}, context);
    return { success: true, accounts: await this.withSites(accounts, context), next: null };
  }

  @Get('accounts/:accountId')
  @RequiresRole('moderator')
  @Calls(staffMessages.getAccount)
  @Documented({ summary: 'One account.', answer: accountOverviewAnswerSchema })
  async getAccount(@AccountId() accountId: string, @Context() context: RequestContext) {
    return this.answer(await this.services.call(staffMessages.getAccount, { accountId }, context), context);
  }

  @Post('accounts/:accountId/ban')
  @RequiresRole('admin')
  @HttpCode(200)
  @Calls(staffMessages.banAccount)
  @Documented({ summary: 'Bans it with all its pages.', body: banBodySchema, answer: accountOverviewAnswerSchema })
  async banAccount(
    @AccountId() accountId: string,
    @Body(new ZodPipe(banBodySchema)) { reason }: BanBody,
    @Context() context: RequestContext,
  ) {
    return this.answer(await this.services.call(staffMessages.banAccount, { accountId, reason }, context), context);
  }

  @Post('accounts/:accountId/unban')
  @RequiresRole('admin')
  @HttpCode(200)
  @Calls(staffMessages.unbanAccount)
  @Documented({ summary: 'Lifts the ban.', body: banBodySchema, answer: accountOverviewAnswerSchema })
  async unbanAccount(
    @AccountId() accountId: string,
    @Body(new ZodPipe(banBodySchema)) { reason }: BanBody,
    @Context() context: RequestContext,
  ) {
    return this.answer(await this.services.call(staffMessages.unbanAccount, { accountId, reason }, context), context);
  }

  @Put('accounts/:accountId/role')
  @RequiresRole('admin')
  @Calls(staffMessages.setRole)
  @Documented({ summary: 'Grants or takes a role.', body: roleBodySchema, answer: accountOverviewAnswerSchema })
  async setRole(
    @AccountId() accountId: string,
    @Body(new ZodPipe(roleBodySchema)) { role, reason }: z.output<typeof roleBodySchema>,
    @Context() context: RequestContext,
  ) {
    return this.answer(await this.services.call(staffMessages.setRole, { accountId, role, reason }, context), context);
  }

  @Post('accounts/:accountId/paths')
  @RequiresRole('admin')
  @HttpCode(200)
  @Calls(staffMessages.getAccount, moderationMessages.grantPath)
  @Documented({
    summary: 'Grants it a path for good, also a reserved one such as the name of a brand.',
    body: grantPathBodySchema,
    answer: grantedPathAnswerSchema,
  })
  async grantPath(
    @AccountId() accountId: string,
    @Body(new ZodPipe(grantPathBodySchema)) body: z.output<typeof grantPathBodySchema>,
    @Context() context: RequestContext,
  ) {
    const { id } = await this.services.call(staffMessages.getAccount, { accountId }, context);
    await this.services.call(moderationMessages.grantPath, { ...body, accountId: id }, context);
    return { success: true };
  }

  private async answer(account: StaffAccount, context: RequestContext) {
    const [overview] = await this.withSites([account], context);
    return { success: true, account: overview };
  }

  private async withSites(accounts: StaffAccount[], context: RequestContext): Promise<AccountOverview[]> {
    const accountIds = accounts.map(({ id }) => id);
    if (accountIds.length === 0) return [];
    const counted = await this.services.call(siteNumberMessages.countSitesOfAccounts, { accountIds }, context);
    const sites = new Map(
      counted.accounts.map(({ accountId, live, stopped, all }) => [accountId, { live, stopped, all }]),
    );
    return accounts.map((account) => ({ ...account, sites: sites.get(account.id) ?? { live: 0, stopped: 0, all: 0 } }));
  }
}
