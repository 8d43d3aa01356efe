import { readFile } from 'node:fs/promises';
import { seededNumbers } from '@haru/testing';

export const MIB = 1024 * 1024;
/** A process of uploads may take so much more memory than it has while it is idle. */
export const MAX_GROWTH_MIB = 200;

const random = seededNumbers(1);

export const html = (text: string): Buffer => Buffer.from(`<!doctype html><title>${text}</title><p>${text}`);
export const bytesOf = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));

/** Returns the present (`VmRSS`) or largest (`VmHWM`) resident memory of a process. Only Linux reports it here. */
export async function memoryMib(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}
