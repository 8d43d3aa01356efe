import { type AdminRole, adminRoles, type RequestContext, ServiceError, staffInternalMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Case } from '../../../tables/cases/case.entity.js';

/** A decision concerns one page, or all pages that have or had a content, or a file with this hash. */
type Decided = { siteId: string } | { contentHash: Buffer };

const INVOLVED = `
  SELECT DISTINCT account AS id FROM (
    SELECT user_id AS account, id AS site_id FROM sites
    UNION ALL SELECT user_id, id FROM deleted_sites
    UNION ALL SELECT user_id, id FROM stopped_paths
    UNION ALL SELECT owner_id, site_id FROM cases
    UNION ALL SELECT account_id, site_id FROM case_reports JOIN cases ON cases.id = case_id) AS involved
  WHERE account = ANY ($2::uuid[]) AND site_id IN`;

const HAVING_CONTENT = `(SELECT site_id FROM page_versions
  WHERE content_hash IN (SELECT $1::bytea UNION ALL SELECT content_hash FROM content_files WHERE file_hash = $1))`;

/**
 * Nobody decides about a page that they own or reported, and an objection is decided by another moderator than the one
 * who stopped the page, as long as another one can decide. This asks the auth service who the moderators are, so call
 * it before a transaction.
 */
@Injectable()
export class ConflictOfInterest {
  constructor(
    private readonly dataSource: DataSource,
    private readonly services: RequestClient,
  ) {}

  async require(decided: Decided, context: RequestContext, role?: AdminRole): Promise<void> {
    if (await this.concernsCaller(decided, context, role)) throw new ServiceError('CASE_CONCERNS_CALLER');
  }

  /** Checks a decision that may be about an objection. */
  async requireForObjection(siteId: string, context: RequestContext): Promise<void> {
    await this.require({ siteId }, context);
    const { caller } = context;
    if (caller.role !== 'authenticated') return;
    const stoppedByCaller = { siteId, state: 'objected' as const, stoppedBy: caller.accountId };
    if (!(await this.dataSource.manager.existsBy(Case, stoppedByCaller))) return;
    if (await this.canAnotherDecide({ siteId }, context)) throw new ServiceError('CASE_NEEDS_ANOTHER_ADMIN');
  }

  async concernsCaller(decided: Decided, context: RequestContext, role?: AdminRole): Promise<boolean> {
    const { caller } = context;
    if (caller.role !== 'authenticated') return false;
    const involved = await this.involvedOf([caller.accountId], decided);
    return involved.size > 0 && this.canAnotherDecide(decided, context, role);
  }

  /** Whether somebody else has the role whom the pages do not concern. */
  private async canAnotherDecide(
    decided: Decided,
    context: RequestContext,
    role: AdminRole = 'moderator',
  ): Promise<boolean> {
    const { staff } = await this.services.call(staffInternalMessages.listActiveStaff, {}, context);
    const ids = staff.filter((each) => adminRoles.indexOf(each.role) >= adminRoles.indexOf(role)).map(({ id }) => id);
    const involved = await this.involvedOf(ids, decided);
    const callerId = context.caller.role === 'authenticated' ? context.caller.accountId : undefined;
    return ids.some((id) => !involved.has(id) && id !== callerId);
  }

  /** @returns those of the accounts that own or reported one of the pages */
  private async involvedOf(accountIds: readonly string[], decided: Decided): Promise<Set<string>> {
    const [pages, key] = 'siteId' in decided ? ['($1::uuid)', decided.siteId] : [HAVING_CONTENT, decided.contentHash];
    const rows = await this.dataSource.query<{ id: string }[]>(`${INVOLVED} ${pages}`, [key, accountIds]);
    return new Set(rows.map(({ id }) => id));
  }
}
