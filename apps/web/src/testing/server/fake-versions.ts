import {
  functionErrorSchema,
  versionRoutes,
  type PageSecret,
  type SiteVersion,
  type VersionSource,
} from '@haru/contracts';
import { json, refusal, type FakeServer } from './fake-server.js';

export const EDITED_ID = '0b6a3a3e-0d52-4a0e-8f51-000000000001';
export const UPDATE_PAGE = 'POST /functions/v1/update-site';

interface StoredVersion extends SiteVersion {
  html: string;
}

const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1] ?? '春のページ';

/** Serves the versions of one page, which change as a real server's would. */
export class FakeVersions {
  private readonly versions: StoredVersion[] = [];

  constructor(server: FakeServer, ...htmls: string[]) {
    for (const html of htmls) this.add(html, 'web');
    const find = (number: number) => this.versions.find(({ version }) => version === number);
    server.serve(versionRoutes.listVersions, ({ query }) => {
      const limit = Number(query.get('limit') ?? 50);
      return { versions: this.versions.slice(0, limit), next: null };
    });
    server.serve(versionRoutes.getVersion, ({ query }) => {
      const found = find(Number(query.get('version')));
      if (!found) return refusal(404, 'VERSION_NOT_FOUND');
      return { site: { ...found, id: EDITED_ID, html_content: found.html } };
    });
    server.serve(versionRoutes.updateSite, ({ body, headers }) => {
      const [current] = this.versions;
      const match = headers.get('if-match');
      if (!current || match === null) return refusal(428, 'BASE_VERSION_REQUIRED');
      if (match !== '*' && match !== `"v${current.version}"`) {
        const failure = { success: false, error: 'refused', code: 'VERSION_CONFLICT', current: current };
        return json(412, functionErrorSchema.parse(failure));
      }
      return this.answer(this.add(body.html_content ?? '', 'web'));
    });
    server.serve(versionRoutes.restoreVersion, ({ body: { version } }) =>
      this.answer(this.add(find(version)?.html ?? '', 'restore')),
    );
    server.serve(versionRoutes.labelVersion, ({ body: { version, label } }) => {
      const found = find(version);
      if (!found) return refusal(404, 'VERSION_NOT_FOUND');
      found.label = label ?? null;
      return { version: found };
    });
    server.serve(versionRoutes.eraseVersion, ({ body: { version } }) => {
      const at = this.versions.findIndex((each) => each.version === version);
      this.versions.splice(at, 1);
      return {};
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
      title: titleOf(html),
      bytes: Buffer.byteLength(html),
      source,
      label: null,
      created_at: new Date(Date.UTC(2026, 10, 21, 5, version)).toISOString(),
      is_current: true,
      html,
    });
    return version;
  }

  private answer(version: number) {
    const site = {
      id: EDITED_ID,
      path: 'page-1',
      title: titleOf(this.head),
      url: 'https://haru-pages.example/share/page-1',
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      version,
      is_changed: true,
      secrets: this.secrets,
    };
    return { site };
  }
}
