import type { PageFinding } from '../page-rules/page-rules.js';
import { errorText, type ProductErrorCode, productErrors } from './product-errors.js';
import { ServiceError } from './service-error.js';

/** Makes an error whose text and faults name the file or entry at fault. @param path without one the text is the code's */
export function fileError(
  code: ProductErrorCode,
  path: string | undefined,
  options: { findings?: PageFinding[]; retryAfterSeconds?: number } = {},
): ServiceError {
  if (path === undefined) return new ServiceError(code, options);
  const message = errorText(productErrors[code]);
  return new ServiceError(code, { ...options, message: `「${path}」：${message}`, faults: [{ field: path, message }] });
}
