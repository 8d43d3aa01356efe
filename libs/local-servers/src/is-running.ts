import { readFileSync } from 'node:fs';

/** A process that has ended but was not collected yet (a zombie) does not run. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return isSystemError(error) && error.code === 'EPERM';
  }
  try {
    // In a container often nothing collects a process whose parent has died. Without /proc the signal decides.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return process.platform !== 'linux';
  }
}

/** Errors of the operating system have a `code`. The shape is checked: inside Jest it is another realm's Error. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  typeof error === 'object' && error !== null && 'code' in error && 'syscall' in error;
