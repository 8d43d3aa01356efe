import { customPathPattern, limits } from '@haru/contracts';

/** Keeps lowercase letters, digits and hyphens of typed text, at most 20. Full-width input counts as its ASCII form. */
export function cleanCustomPath(typed: string): string {
  const plain = typed.normalize('NFKC').toLowerCase();
  return plain.replace(/[^a-z0-9-]/g, '').slice(0, limits.customPathMaxLength);
}

/** An empty path is acceptable: the server chooses. */
export function isCustomPathAcceptable(path: string): boolean {
  return path === '' || customPathPattern.test(path);
}
