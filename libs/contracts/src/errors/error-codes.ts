import { type ClientErrorCode, clientErrors } from './client-errors.js';
import { platformErrors, type ProductErrorCode, productErrors } from './product-errors.js';

/** Every code an error can carry, between processes and on the wire. */
export type ErrorCode = ProductErrorCode | ClientErrorCode;

export const platformErrorCodes = Object.keys(platformErrors) as (keyof typeof platformErrors)[];

export const errorCodes: readonly ErrorCode[] = [
  ...(Object.keys(productErrors) as ProductErrorCode[]),
  ...(Object.keys(clientErrors) as ClientErrorCode[]),
];

const known: ReadonlySet<string> = new Set(errorCodes);

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && known.has(value);
}
