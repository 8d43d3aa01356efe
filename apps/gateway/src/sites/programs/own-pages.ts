import { type RequestContext, ServiceError, type SiteCondition, siteMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Injectable } from '@nestjs/common';

interface OwnPage {
  id: string;
  path: string;
  title: string;
  version: number;
  /** It is null if the page is not secret. */
  accessKey: string | null;
  hadOwnOrigin: boolean;
  visibility: string;
}

const columns = ['id', 'path', 'title', 'version', 'access_key', 'had_own_origin', 'visibility'];

/** Finds a page that the caller's credential opens. */
@Injectable()
export class OwnPages {
  constructor(private readonly services: RequestClient) {}

  /** @throws ServiceError SITE_NOT_FOUND */
  byPath(path: string, context: RequestContext): Promise<OwnPage> {
    // PostgreSQL refuses a text with NUL, and no path is longer than 64 characters.
    if (path.includes('\0') || path.length > 64) throw new ServiceError('SITE_NOT_FOUND');
    return this.find([{ column: 'path', operator: 'eq', values: [path] }], context);
  }

  /** Finds the page of an edit key. @throws ServiceError SITE_NOT_FOUND while it is not live */
  ofEditKey(context: RequestContext): Promise<OwnPage> {
    return this.find([], context);
  }

  private async find(filters: SiteCondition[], context: RequestContext): Promise<OwnPage> {
    const asked = { columns, filters, order: [], limit: 1, offset: 0, single: false, want: 'rows' as const };
    const { rows } = await this.services.call(siteMessages.listSites, asked, context);
    const [row] = rows;
    if (!row) throw new ServiceError('SITE_NOT_FOUND');
    const text = (column: string) => String(row[column]);
    const key = row['access_key'];
    return {
      ...{ id: text('id'), path: text('path'), title: text('title'), version: Number(row['version']) },
      visibility: text('visibility'),
      accessKey: typeof key === 'string' ? key : null,
      hadOwnOrigin: row['had_own_origin'] === true,
    };
  }
}
