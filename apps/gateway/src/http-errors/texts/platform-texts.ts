import type { platformErrors } from '@haru/contracts';
import { type ErrorText, later } from './error-text.js';

/** Every route can answer with these. */
export const platformTexts: Record<keyof typeof platformErrors, ErrorText> = {
  VALIDATION_FAILED: {
    en: 'The request is not valid.',
    hint: 'Correct the fields that details names.',
    ja: 'detailsに挙げた項目を修正してください',
  },
  INVALID_JSON: { en: 'The body is not JSON.', hint: 'Send JSON in UTF-8.', ja: 'UTF-8のJSONを送信してください' },
  PAYLOAD_TOO_LARGE: {
    en: 'The body is too large.',
    hint: 'Make the page smaller.',
    ja: 'ページを小さくしてください',
  },
  NOT_ACCEPTABLE: {
    en: 'This address answers JSON only.',
    hint: 'Send Accept: application/json.',
    ja: 'Accept: application/jsonを送信してください',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    en: 'The body has a type or an encoding that is not taken here.',
    hint: 'Send it uncompressed: JSON in UTF-8, or the bytes of the page where the address takes a page.',
    ja: '圧縮せずに送信してください',
  },
  ROUTE_NOT_FOUND: {
    en: 'There is nothing at this address.',
    hint: 'Read the documentation for the addresses.',
    ja: 'ドキュメントでアドレスを確認してください',
  },
  METHOD_NOT_ALLOWED: {
    en: 'This address does not take this method.',
    hint: 'Read the documentation for the methods.',
    ja: 'ドキュメントでメソッドを確認してください',
  },
  RATE_LIMITED: {
    en: 'Too many requests.',
    hint: 'Wait for the seconds in Retry-After, or publish with an API key of a registered account.',
  },
  PROOF_REQUIRED: {
    en: 'The free pages of your network are used up for the moment.',
    hint: 'Publish with an API key of a registered account (Authorization: Bearer haru_…), wait an hour, or solve the challenge and send it in X-Haru-Proof.',
  },
  SERVICE_BUSY: { en: 'The service is busy.', hint: later },
  SERVICE_TIMEOUT: { en: 'The request took too long.', hint: 'Send it again with the same Idempotency-Key.' },
  SERVICE_UNAVAILABLE: { en: 'The service cannot be reached.', hint: later },
  UNKNOWN_ERROR: { en: 'Something unexpected happened.', hint: later },
};
