import {
  eraseVersionAnswerSchema,
  functionErrorSchema,
  labelVersionAnswerSchema,
  siteVersionAnswerSchema,
  siteVersionsAnswerSchema,
  updateSiteAnswerSchema,
  updateSiteBodySchema,
  type SiteVersion,
  type VersionSource,
  type PageSecret,
} from '@haru/contracts';
import { json, refusal, type FakeServer, type SeenRequest } from './fake-server.js';

export const EDITED_ID = '0b6a3a3e-0d52-4a0e-8f51-000000000001';
export const UPDATE_PAGE = 'POST /functions/v1/update-site';
const LIST_VERSIONS = 'GET /functions/v1/site-versions';

interface StoredVersion extends SiteVersion {
  html: string;
}

const success = true as const;
const title = '春のページ';

/** Serves the versions of one page, which change as a real server's would. */
export class FakeVersions {
  private readonly versions: StoredVersion[] = [];

  constructor(server: FakeServer, ...htmls: string[]) {
    for (const html of htmls) this.add(html, 'web');
    server.answer(LIST_VERSIONS, ({ query }) => {
      const limit = Number(query.get('limit') ?? 50);
      const versions = this.versions.slice(0, limit).map(listed);
      return json(200, siteVersionsAnswerSchema.parse({ success, versions, next: null }));
    });
    server.answer('GET /functions/v1/site-version', ({ query }) => {
      const found = this.versions.find(({ version }) => version === Number(query.get('version')));
      if (!found) return refusal(404, 'VERSION_NOT_FOUND');
      const site = { ...listed(found), id: EDITED_ID, html_content: found.html };
      return json(200, siteVersionAnswerSchema.parse({ success, site }));
    });
    server.answer(UPDATE_PAGE, (request) => this.update(request));
    server.answer('POST /functions/v1/restore-version', ({ body }) => {
      const { version } = body as { version: number };
      return this.answer(this.add(this.htmlOf(version), 'restore'));
    });
    server.answer('POST /functions/v1/label-version', ({ body }) => {
      const { version, label } = body as { version: number; label: string | null };
      const found = this.versions.find((each) => each.version === version);
      if (!found) return refusal(404, 'VERSION_NOT_FOUND');
      found.label = label;
      return json(200, labelVersionAnswerSchema.parse({ success, version: listed(found) }));
    });
    server.answer('POST /functions/v1/erase-version', ({ body }) => {
      const { version } = body as { version: number };
      this.versions.splice(
        this.versions.findIndex((each) => each.version === version),
        1,
      );
      return json(200, eraseVersionAnswerSchema.parse({ success }));
    });
  }

  /** Updates answer these secret keys of the page. */
  secrets: PageSecret[] | undefined;

  get head(): string {
    return this.versions[0]?.html ?? '';
  }

  /**
   * Adds an update from elsewhere.
   * @returns its number
   */
  add(html: string, source: VersionSource): number {
    const version = (this.versions[0]?.version ?? 0) + 1;
    for (const older of this.versions) older.is_current = false;
    this.versions.unshift({
      version,
      title,
      bytes: Buffer.byteLength(html),
      source,
      label: null,
      created_at: new Date(Date.UTC(2026, 10, 21, 5, version)).toISOString(),
      is_current: true,
      html,
    });
    return version;
  }

  private htmlOf(version: number): string {
    return this.versions.find((each) => each.version === version)?.html ?? '';
  }

  private update({ body, headers }: SeenRequest): Response {
    const { html_content: html = '' } = updateSiteBodySchema.parse(body);
    const [current] = this.versions;
    const match = headers.get('if-match');
    if (!current || match === null) return refusal(428, 'BASE_VERSION_REQUIRED');
    if (match !== '*' && match !== `"v${current.version}"`) {
      const failure = { success: false, error: 'refused', code: 'VERSION_CONFLICT', current: listed(current) };
      return json(412, functionErrorSchema.parse(failure));
    }
    return this.answer(this.add(html ?? '', 'web'));
  }

  private answer(version: number): Response {
    const site = {
      id: EDITED_ID,
      path: 'page-1',
      title,
      url: 'https://haru-pages.example/share/page-1',
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      version,
      is_changed: true,
      secrets: this.secrets,
    };
    return json(200, updateSiteAnswerSchema.parse({ success, site }));
  }
}

function listed({ html: _html, ...version }: StoredVersion): SiteVersion {
  return version;
}
