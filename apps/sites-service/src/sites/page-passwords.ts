import { type RequestOf, ServiceError, type siteMessages, type Visibility } from '@haru/contracts';
import { PasswordHashes } from '@haru/service-kit/passwords';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Site } from '../tables/pages/site.entity.js';
import { AccessKeys } from './access-keys.js';
import { OwnOriginRule } from './own-origin-rule.js';
import { canBePath } from './paths/site-path.js';
import { endOf } from './site-visibility.js';

@Injectable()
export class PagePasswords {
  constructor(
    private readonly dataSource: DataSource,
    private readonly hashes: PasswordHashes,
    private readonly keys: AccessKeys,
    private readonly ownOrigins: OwnOriginRule,
  ) {}

  /**
   * Returns the hash of a password that is given, else null.
   * @throws ServiceError OWN_ORIGINS_REQUIRED, because pages on the shared host have no cookies
   */
  async hash(password: string | undefined): Promise<string | null> {
    if (password === undefined) return null;
    if (!this.ownOrigins.areConfigured) throw new ServiceError('OWN_ORIGINS_REQUIRED');
    return this.hashes.hash(normalized(password));
  }

  /** Whether the page has this password. It is true for a page that no longer exists. */
  async matches(siteId: string, password: string): Promise<boolean> {
    const site = await this.dataSource.manager.findOneBy(Site, { id: siteId });
    return site === null || this.hashes.matches(site.passwordHash, normalized(password));
  }

  /**
   * Returns a code for the page with this password.
   * @throws ServiceError PAGE_PASSWORD_WRONG after the same time, whatever the reason is
   */
  async openSite({ path, password }: RequestOf<typeof siteMessages.openSite>): Promise<string> {
    this.hashes.refuseIfBusy();
    const site = canBePath(path) ? await this.dataSource.manager.findOneBy(Site, { path }) : null;
    const isOpen =
      this.ownOrigins.areConfigured &&
      site?.visibility === 'password' &&
      endOf({ ...site, isStopped: site.stoppedAt !== null }, new Date()) === undefined;
    const isRight = await this.hashes.matches(isOpen ? site.passwordHash : null, normalized(password));
    if (!site || !isRight) throw new ServiceError('PAGE_PASSWORD_WRONG');
    return this.keys.codeFor(site);
  }
}

/** @throws ServiceError VALIDATION_FAILED if only one of both is given */
export function requireTogether({ visibility, password }: { visibility?: Visibility; password?: string }): void {
  if ((visibility === 'password') === (password !== undefined)) return;
  throw new ServiceError('VALIDATION_FAILED', {
    faults: [{ field: 'password', message: 'password and the visibility password are given together' }],
  });
}

/** Japanese keyboards have letters and digits in two widths. */
function normalized(password: string): string {
  return password.normalize('NFKC').trim();
}
