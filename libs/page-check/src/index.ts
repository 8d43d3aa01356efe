export { checkPage, type PageCheck } from './check-page.js';
export { isBrandName } from './brands/brands.js';
export { keptCheck, type KeptCheck, showsNotice } from './kept-check.js';
export { refusedBrands } from './rules/outcome.js';
export { findingOf, type Signal } from './rules/signal.js';
export { PageChecker } from './page-checker.js';
export { CheckPool } from './pool/check-pool.js';
export { PageThread } from './pool/page-thread.js';
export { distanceOf, MAX_DISTANCE, SIMILARITY_VERSION } from './similarity.js';
