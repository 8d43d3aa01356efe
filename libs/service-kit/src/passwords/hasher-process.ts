/**
 * Computes password hashes in a process of its own (see hasher.ts). It imports nothing of the workspace, so that Node
 * runs it from its source and from its build alike, and so that it stays small.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { argon2id, hash, verify } from 'argon2';
import type { HashAnswer, HashTask } from './hasher.js';

/**
 * This is a third of the CPU share of the other processes: they come first, and sign-ins still finish. Only root may
 * raise a priority, so a lower one is kept.
 */
const NICENESS = Math.max(getPriority(), 5);
setPriority(NICENESS);
// If Linux divides cores by session first (autogroup), the figure above counts only within the session.
const AUTOGROUP = '/proc/self/autogroup';
if (existsSync(AUTOGROUP)) {
  try {
    writeFileSync(AUTOGROUP, String(NICENESS));
  } catch (error) {
    // A container may forbid it; hashing works without it.
    console.warn(`the hasher keeps its session's priority: ${String(error)}`);
  }
}

async function answerTo(task: HashTask): Promise<HashAnswer> {
  const { id } = task;
  try {
    if (task.do === 'verify') return { id, result: await verify(task.passwordHash, task.password) };
    const { memoryKib, iterations, parallelism } = task.cost;
    const cost = { type: argon2id, memoryCost: memoryKib, timeCost: iterations, parallelism } as const;
    const options = task.salt === undefined ? cost : { ...cost, salt: Buffer.from(task.salt, 'hex') };
    return { id, result: await hash(task.password, options) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

// Only the channel keeps the process alive, so it ends with the service in every case.
process.on('message', (task: HashTask) => {
  void answerTo(task).then((answer) => process.connected && process.send?.(answer));
});
