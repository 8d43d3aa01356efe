import { z } from 'zod';

/** These are names of the product or the host of pages, or of places where people enter a password. */
const reservedWords = new Set([
  ...[
    'login',
    'log-in',
    'logon',
    'signin',
    'sign-in',
    'signup',
    'sign-up',
    'logout',
    'register',
    'account',
    'accounts',
  ],
  ...['my-account', 'password', 'passwords', 'reset-password', 'change-password', 'verify', 'verification', 'confirm'],
  ...['auth', 'oauth', 'sso', 'mfa', '2fa', 'otp', 'secure', 'security', 'billing', 'payment', 'payments'],
  ...['admin', 'administrator', 'root', 'system', 'staff', 'moderator', 'official', 'support', 'help', 'helpdesk'],
  ...['abuse', 'postmaster', 'hostmaster', 'webmaster', 'noreply', 'no-reply', 'terms', 'privacy', 'legal'],
  ...[
    'api',
    'www',
    'app',
    'mail',
    'email',
    'webmail',
    'smtp',
    'imap',
    'pop3',
    'ftp',
    'ns1',
    'ns2',
    'dns',
    'cdn',
    'static',
  ],
  // Programs look up these names by themselves where each page has a host of its own.
  ...['wpad', 'autodiscover', 'autoconfig', 'mta-sts', 'localhost', 'isatap', 'share', 'site', 'functions', 'pages'],
]);

/** Before or after a brand's name these look like the address of its login: `brand-login`, `secure-brand`. */
const atEitherEnd = '(?:login|log-in|logon|signin|sign-in|verify|verification|secure|password|auth|oauth)';
const atTheEnd = '(?:support|account|accounts|admin|billing|helpdesk)';
const loginShape = new RegExp(`^${atEitherEnd}-|-${atEitherEnd}$|-${atTheEnd}$|^admin-|^login|login$`);

/** `0`, `1`, `3` and `5` are read as letters; `1` is read as either letter. */
function readings(path: string): string[] {
  const plain = path.split('-').filter(Boolean).join('-');
  const letters = plain.replaceAll('0', 'o').replaceAll('3', 'e').replaceAll('5', 's').replaceAll('4', 'a');
  return [plain, letters.replaceAll('1', 'l'), letters.replaceAll('1', 'i')];
}

/**
 * A path that looks official cannot be taken: visitors would trust a page under it.
 * @param more further exact paths: the product's name, and what the operator adds
 */
export function isReservedPath(path: string, more: ReadonlySet<string> = new Set()): boolean {
  return readings(path).some((text) => reservedWords.has(text) || more.has(text) || loginShape.test(text));
}

/** `RESERVED_PATHS` has paths separated by commas, beside those that are always reserved. */
export const reservedPathsEnv = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((path) => path.trim().toLowerCase() || []))
  .pipe(z.array(z.string().regex(/^[a-z0-9-]{1,20}$/, 'paths have letters, digits and hyphens, separated by commas')));
