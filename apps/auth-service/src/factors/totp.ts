import { Secret, TOTP } from 'otpauth';

/** Every authenticator app supports these parameters of RFC 6238. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Clocks differ, so this many steps before and after the present one are accepted. */
const WINDOW = 1;

interface TotpLabel {
  issuer: string;
  account: string;
}

export function newTotpSecret(): { bytes: Uint8Array; base32: string } {
  const secret = new Secret({ size: SECRET_BYTES });
  return { bytes: secret.bytes, base32: secret.base32 };
}

/** The QR code contains this `otpauth://totp/…`. */
export function totpUri(bytes: Uint8Array, { issuer, account }: TotpLabel): string {
  return new TOTP({ ...parameters, issuer, label: account, secret: secretOf(bytes) }).toString();
}

/** Finds the step of 30 seconds whose code this is, near `now`; undefined for a wrong code. */
export function stepOfCode(bytes: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...parameters, secret: secretOf(bytes), token: code, window: WINDOW, timestamp });
  return delta === null ? undefined : TOTP.counter({ period: parameters.period, timestamp }) + delta;
}

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}
