import { isLoopback, type PageAddresses } from '@haru/contracts';
import type { Logger } from '@haru/service-runtime';
import { getDomain, parse } from 'tldts';

const withPrivateDomains = { allowPrivateDomains: true };

/** Warns at start-up where these domains let pages affect each other or the app. */
export function warnAboutDomains(addresses: PageAddresses, logger: Pick<Logger, 'warn'>): void {
  for (const warning of domainWarnings(addresses)) logger.warn(warning);
}

export function domainWarnings({ appOrigin, pagesOrigin, ownOrigins }: PageAddresses): string[] {
  const warnings: string[] = [];
  const [app, pages] = [new URL(appOrigin), new URL(pagesOrigin)];
  const appDomain = getDomain(app.hostname, withPrivateDomains);
  const areOfOneSite = (host: string) => appDomain !== null && getDomain(host, withPrivateDomains) === appDomain;
  if (!isLoopback(app) && areOfOneSite(pages.hostname)) {
    warnings.push(`PAGES_ORIGIN is below ${appDomain} as the app is: give pages a domain of their own`);
  }
  if (!ownOrigins || isLoopback(ownOrigins.domainUrl)) return warnings;
  if (areOfOneSite(ownOrigins.domain)) {
    warnings.push(`VIEWER_ORIGIN_PATTERN is below ${appDomain} as the app is: give pages a domain of their own`);
  }
  const { publicSuffix, isIcann, isPrivate } = parse(ownOrigins.domain, withPrivateDomains);
  const isPublicSuffix = publicSuffix === ownOrigins.domain && (isIcann === true || isPrivate === true);
  if (!isPublicSuffix) {
    warnings.push(
      `VIEWER_ORIGIN_PATTERN: ${ownOrigins.domain} is not on the Public Suffix List, so pages can set cookies for each other`,
    );
  }
  return warnings;
}
