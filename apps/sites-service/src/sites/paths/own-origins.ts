/** Whether each page has an origin of its own here; services take it by this token. */
export const HAS_OWN_ORIGINS = Symbol('has own origins');
