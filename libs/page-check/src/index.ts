export { checkPage, type PageCheck } from './check-page.js';
export { isBrandName } from './brands/brands.js';
export { keptCheck, type KeptCheck, showsNotice } from './kept-check.js';
export { findingOf, refusedBrands, type Signal } from './rules/outcome.js';
export { PageChecker, type RenderedPage } from './page-checker.js';
export { CheckPool } from './pool/check-pool.js';
export type { CheckedKind } from './pool/check-worker.js';
export { PageThread } from './pool/page-thread.js';
export { distanceOf, MAX_DISTANCE, SIMILARITY_VERSION } from './similarity.js';
