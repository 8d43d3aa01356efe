import { customPathPattern, type PageAddresses } from '@haru/contracts';

/** Returns the page's path from a typed share link or path; undefined for anything else. */
export function reportedPathOf(typed: string, addresses: PageAddresses | undefined): string | undefined {
  const words = typed.trim();
  if (customPathPattern.test(words)) return words;
  const address = /^https?:\/\//i.test(words) ? words : `https://${words}`;
  if (!URL.canParse(address)) return undefined;
  const { host, pathname } = new URL(address);
  const role = addresses?.roleOf(host);
  if (role?.kind === 'page') return role.path;
  if (role && role.kind !== 'pages-host' && role.kind !== 'app') return undefined;
  const path = /^\/(?:share|site)\/([^/]+)\/?$/.exec(pathname)?.[1];
  return path !== undefined && customPathPattern.test(path) ? path : undefined;
}
