import { readFileSync } from 'node:fs';

/** Whether a process runs. One that has ended but was not collected yet (a zombie) does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return isSystemError(error) && error.code === 'EPERM';
  }
  try {
    // In a container often nothing collects a process whose parent has died. Without /proc we trust the signal.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return process.platform !== 'linux';
  }
}

/** Whether this is an error of the operating system, with its `code`. By its shape: inside Jest it is another realm's Error. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  typeof error === 'object' && error !== null && 'code' in error && 'syscall' in error;
