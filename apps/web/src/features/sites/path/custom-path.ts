import { customPathPattern, limits } from '@haru/contracts';

/** Full-width letters, digits and signs lie this far above their ASCII forms. */
const FULL_WIDTH_OFFSET = 0xfee0;

/** What stays of typed text: lowercase letters, digits and hyphens, at most 20. Full-width input counts as its ASCII form. */
export function cleanCustomPath(typed: string): string {
  return typed
    .replace(/[！-～]/g, (character) => String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, limits.customPathMaxLength);
}

/** Left empty, the server chooses. */
export function isCustomPathAcceptable(path: string): boolean {
  return path === '' || customPathPattern.test(path);
}
