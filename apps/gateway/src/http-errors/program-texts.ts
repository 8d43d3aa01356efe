import { type ClientErrorCode, type ErrorCode, type ProductErrorCode, productErrors } from '@haru/contracts';
import { errorTable } from './error-table.js';
import { accountTexts } from './texts/account-texts.js';
import { clientTexts } from './texts/client-texts.js';
import type { ErrorText } from './texts/error-text.js';
import { fileTexts } from './texts/file-texts.js';
import { pageTexts } from './texts/page-texts.js';
import { platformTexts } from './texts/platform-texts.js';

export type Language = 'en' | 'ja';

/** A code of the contracts without a row does not compile. */
const productTexts: Record<ProductErrorCode, ErrorText> = {
  ...platformTexts,
  ...accountTexts,
  ...pageTexts,
  ...fileTexts,
};

const groups = {
  platform: platformTexts,
  account: accountTexts,
  page: pageTexts,
  file: fileTexts,
  client: clientTexts,
};
export type ErrorGroup = keyof typeof groups;

/** The documentation lists the codes in this order. */
export const errorGroups = Object.fromEntries(
  Object.entries(groups).map(([group, rows]) => [group, Object.keys(rows) as ErrorCode[]]),
) as Record<ErrorGroup, ErrorCode[]>;

/** Returns what happened and what to do, in the language. */
export function programTextOf(code: ErrorCode, language: Language): { message: string; hint: string } {
  if (isProductCode(code)) {
    const product: { text: string; advice?: string } = productErrors[code];
    const { en, hint, ja = '' } = productTexts[code];
    return language === 'en' ? { message: en, hint } : { message: product.text, hint: product.advice ?? ja };
  }
  const { en = errorTable[code].text, message, hint, ja } = clientTexts[code];
  return language === 'en' ? { message: en, hint } : { message, hint: ja };
}

function isProductCode(code: ErrorCode): code is Exclude<ErrorCode, ClientErrorCode> {
  return Object.hasOwn(productErrors, code);
}

/** Reads `Accept-Language`. Programs that name no language get English. */
export function languageOf(header: string | undefined): Language {
  const weighted = (header ?? '').split(',').map((part) => {
    const [tag = '', weight = '1'] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/);
    return { language: tag.split('-')[0], weight: Number(weight) || 0 };
  });
  const known = weighted.filter(({ language, weight }) => weight > 0 && (language === 'en' || language === 'ja'));
  const [first] = known.toSorted((one, other) => other.weight - one.weight);
  return first?.language === 'ja' ? 'ja' : 'en';
}
