import { clientErrors, type ErrorCode, errorText, type ProductErrorCode, productErrors } from '@haru/contracts';

interface WireError {
  status: number;
  /** People read it. */
  text: string;
}

const productWireErrors = Object.fromEntries(
  Object.entries(productErrors).map(([code, error]) => [code, { status: error.status, text: errorText(error) }]),
) as Record<ProductErrorCode, WireError>;

export const errorTable: Record<ErrorCode, WireError> = { ...productWireErrors, ...clientErrors };
