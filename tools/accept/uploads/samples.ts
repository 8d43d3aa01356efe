import { seededNumbers } from '@haru/testing';

export const MIB = 1024 * 1024;
/** A process of uploads may take so much more memory than it has while it is idle. */
export const MAX_GROWTH_MIB = 200;

const random = seededNumbers(1);

export const html = (text: string): Buffer => Buffer.from(`<!doctype html><title>${text}</title><p>${text}`);
export const bytesOf = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
