import {
  accountAdminRoutes,
  type AccountOverview,
  banBodySchema,
  moderationMessages,
  type RequestContext,
  ServiceError,
  siteNumberMessages,
  type StaffAccount,
  staffMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Query } from '@nestjs/common';
import type { z } from 'zod';
import { Context } from '../access/access.js';
import { UuidParam } from '../http/uuid-param.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls } from '../open-api/documented.js';
import { Route } from '../open-api/route.js';

type BanBody = z.output<typeof banBodySchema>;

const AccountId = () => UuidParam('accountId', () => new ServiceError('ACCOUNT_NOT_FOUND'));

@Controller()
export class AdminAccountsHttpController {
  constructor(private readonly services: RequestClient) {}

  @Route(accountAdminRoutes.searchAccounts, { summary: 'Accounts by address or id, newest first.' })
  @Calls(staffMessages.searchAccounts)
  async searchAccounts(
    @Query(new ZodPipe(accountAdminRoutes.searchAccounts.query))
    query: z.output<typeof accountAdminRoutes.searchAccounts.query>,
    @Context() context: RequestContext,
  ) {
    const { accounts, next } = await this.services.call(staffMessages.searchAccounts, query, context);
    return { success: true, accounts: await this.withSites(accounts, context), next };
  }

  @Route(accountAdminRoutes.listStaff, { summary: 'Everybody with a role.' })
  @Calls(staffMessages.listStaff)
  async listStaff(@Context() context: RequestContext) {
    const { accounts } = await this.services.call(staffMessages.listStaff, {}, context);
    return { success: true, accounts: await this.withSites(accounts, context), next: null };
  }

  @Route(accountAdminRoutes.getAccount, { summary: 'One account.' })
  @Calls(staffMessages.getAccount)
  async getAccount(@AccountId() accountId: string, @Context() context: RequestContext) {
    return this.answer(await this.services.call(staffMessages.getAccount, { accountId }, context), context);
  }

  @Route(accountAdminRoutes.banAccount, { summary: 'Bans it with all its pages.' })
  @Calls(staffMessages.banAccount)
  async banAccount(
    @AccountId() accountId: string,
    @Body(new ZodPipe(accountAdminRoutes.banAccount.body)) { reason }: BanBody,
    @Context() context: RequestContext,
  ) {
    return this.answer(await this.services.call(staffMessages.banAccount, { accountId, reason }, context), context);
  }

  @Route(accountAdminRoutes.unbanAccount, { summary: 'Lifts the ban.' })
  @Calls(staffMessages.unbanAccount)
  async unbanAccount(
    @AccountId() accountId: string,
    @Body(new ZodPipe(accountAdminRoutes.unbanAccount.body)) { reason }: BanBody,
    @Context() context: RequestContext,
  ) {
    return this.answer(await this.services.call(staffMessages.unbanAccount, { accountId, reason }, context), context);
  }

  @Route(accountAdminRoutes.setRole, { summary: 'Grants or takes a role.' })
  @Calls(staffMessages.setRole)
  async setRole(
    @AccountId() accountId: string,
    @Body(new ZodPipe(accountAdminRoutes.setRole.body))
    { role, reason }: z.output<typeof accountAdminRoutes.setRole.body>,
    @Context() context: RequestContext,
  ) {
    return this.answer(await this.services.call(staffMessages.setRole, { accountId, role, reason }, context), context);
  }

  @Route(accountAdminRoutes.grantPath, {
    summary: 'Grants it a path for good, also a reserved one such as the name of a brand.',
  })
  @Calls(staffMessages.getAccount, moderationMessages.grantPath)
  async grantPath(
    @AccountId() accountId: string,
    @Body(new ZodPipe(accountAdminRoutes.grantPath.body)) body: z.output<typeof accountAdminRoutes.grantPath.body>,
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
