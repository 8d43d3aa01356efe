import { join } from 'node:path';
import { freePort } from '@haru/local-servers';

/** Returns the settings of a system that has a data folder and ports of its own. */
export async function ownSettings(directory: string) {
  const [app, viewer, smtp, mail] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  return {
    HARU_DATA_DIR: join(directory, 'data'),
    AUTH_RATE_LIMITS: '100000',
    // Node does not resolve the pages' own hosts.
    VIEWER_ORIGIN_PATTERN: '',
    PORT: String(app),
    VIEWER_PORT: String(viewer),
    MAIL_SMTP_PORT: String(smtp),
    MAIL_WEB_PORT: String(mail),
  };
}
