import { customPathPattern, limits } from '@haru/contracts';

/** Full-width letters, digits and signs lie this far above their ASCII forms. */
const FULL_WIDTH_OFFSET = 0xfee0;

/** Keeps lowercase letters, digits and hyphens of typed text, at most 20. Full-width input counts as its ASCII form. */
export function cleanCustomPath(typed: string): string {
  return typed
    .replace(/[！-～]/g, (character) => String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, limits.customPathMaxLength);
}

/** An empty path is acceptable: the server chooses. */
export function isCustomPathAcceptable(path: string): boolean {
  return path === '' || customPathPattern.test(path);
}
