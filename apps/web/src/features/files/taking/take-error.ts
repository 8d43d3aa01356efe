export class TakeError extends Error {
  override name = 'TakeError';
}
