/** The text says why nothing was taken. */
export class TakeError extends Error {
  override name = 'TakeError';
}
