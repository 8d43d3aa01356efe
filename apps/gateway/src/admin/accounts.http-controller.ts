import {
  accountAdminRoutes,
  type AccountOverview,
  moderationMessages,
  type RequestContext,
  ServiceError,
  siteNumberMessages,
  type StaffAccount,
  staffMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Query } from '@nestjs/common';
import { Context } from '../access/access.js';
import { UuidParam } from '../http/uuid-param.js';
import { Calls } from '../open-api/documented.js';
import { type BodyOf, type QueryOf, Route } from '../open-api/route.js';

const AccountId = () => UuidParam('accountId', () => new ServiceError('ACCOUNT_NOT_FOUND'));

@Controller()
export class AdminAccountsHttpController {
  constructor(private readonly services: RequestClient) {}

  @Route(accountAdminRoutes.searchAccounts, { summary: 'Accounts by address or id, newest first.' })
  @Calls(staffMessages.searchAccounts)
  async searchAccounts(
    @Query() query: QueryOf<typeof accountAdminRoutes.searchAccounts>,
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
    @Body() { reason }: BodyOf<typeof accountAdminRoutes.banAccount>,
    @Context() context: RequestContext,
  ) {
    return this.answer(await this.services.call(staffMessages.banAccount, { accountId, reason }, context), context);
  }

  @Route(accountAdminRoutes.unbanAccount, { summary: 'Lifts the ban.' })
  @Calls(staffMessages.unbanAccount)
  async unbanAccount(
    @AccountId() accountId: string,
    @Body() { reason }: BodyOf<typeof accountAdminRoutes.unbanAccount>,
    @Context() context: RequestContext,
  ) {
    return this.answer(await this.services.call(staffMessages.unbanAccount, { accountId, reason }, context), context);
  }

  @Route(accountAdminRoutes.setRole, { summary: 'Grants or takes a role.' })
  @Calls(staffMessages.setRole)
  async setRole(
    @AccountId() accountId: string,
    @Body() { role, reason }: BodyOf<typeof accountAdminRoutes.setRole>,
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
    @Body() body: BodyOf<typeof accountAdminRoutes.grantPath>,
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
