import type { Caller } from '@haru/contracts';
import type { Tool } from '../tool.js';
import { deletePage, getPage, listPages, listVersions, restoreVersion, setPage } from './page-tools.js';
import { checkPage, prepareUpload, publishPage, updatePage } from './publishing-tools.js';

/** Clients show them in this order. */
export const tools: readonly Tool[] = [
  checkPage,
  publishPage,
  updatePage,
  getPage,
  listPages,
  listVersions,
  restoreVersion,
  setPage,
  deletePage,
  prepareUpload,
];

/** Shows the tools that the credential may use. Callers without one see those that an edit key opens. */
export function toolsFor(caller: Caller): readonly Tool[] {
  if (caller.role === 'service_role') return tools;
  if (caller.role === 'anon') return tools.filter(({ needsAccount }) => !needsAccount);
  const given = caller.credential?.scopes ?? [];
  return tools.filter(({ scopes }) => scopes.every((scope) => given.includes(scope)));
}
