/** A wallet's owner signs this message: EIP-4361, or its counterpart for Solana. */
export interface SignInMessage {
  /** This host and port request the sign-in. */
  domain: string;
  chain: string;
  address: string;
  uri: string;
  version: string;
  issuedAt: Date;
  chainId?: string | undefined;
  nonce?: string | undefined;
  expirationTime?: Date | undefined;
  notBefore?: Date | undefined;
}

const opening = /^(?:https?:\/\/)?([^\s/?#@\\]{1,255}) wants you to sign in with your (Ethereum|Solana) account:$/;
const fieldNames = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
] as const;
type FieldName = (typeof fieldNames)[number];
const field = new RegExp(`^(${fieldNames.join('|')}): (.+)$`);
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Reads a message line by line; every line must match the grammar. @returns undefined if one does not */
export function parseSignInMessage(text: string): SignInMessage | undefined {
  const [first = '', address = '', blank, ...rest] = text.split('\n');
  const [, domain, chain] = opening.exec(first) ?? [];
  if (domain === undefined || chain === undefined || blank !== '') return undefined;
  const fields = readFields(withoutStatement(rest));
  const issuedAt = dateOf(fields?.get('Issued At'));
  const [uri, version] = [fields?.get('URI'), fields?.get('Version')];
  if (fields === undefined || !issuedAt || uri === undefined || version === undefined) return undefined;
  const [expirationTime, notBefore] = [dateOf(fields.get('Expiration Time')), dateOf(fields.get('Not Before'))];
  if (expirationTime === null || notBefore === null) return undefined;
  return {
    domain,
    chain: chain.toLowerCase(),
    address,
    uri,
    version,
    issuedAt,
    chainId: fields.get('Chain ID'),
    nonce: fields.get('Nonce'),
    expirationTime,
    notBefore,
  };
}

/** A statement is one line with a blank one after it; without one there may be a blank line all the same. */
function withoutStatement(lines: string[]): string[] {
  if (lines[0] === '') return lines.slice(1);
  return lines[1] === '' ? lines.slice(2) : lines;
}

function readFields(lines: string[]): Map<FieldName, string> | undefined {
  const end = lines.findIndex((line) => /^Resources:?$/.test(line));
  const resources = end === -1 ? [] : lines.slice(end + 1);
  if (!resources.every((line) => line.startsWith('- '))) return undefined;
  const fields = new Map<FieldName, string>();
  for (const line of end === -1 ? lines : lines.slice(0, end)) {
    const [, name, value] = field.exec(line) ?? [];
    // A member that stands twice could be read in two ways.
    if (name === undefined || value === undefined || fields.has(name as FieldName)) return undefined;
    fields.set(name as FieldName, value);
  }
  return fields;
}

/** Returns undefined if there is no text, and null if it is no date. */
function dateOf(text: string | undefined): Date | null | undefined {
  if (text === undefined) return undefined;
  const date = new Date(text);
  return dateTime.test(text) && !Number.isNaN(date.getTime()) ? date : null;
}
