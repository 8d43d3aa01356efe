import type { HandOver } from '../hand-over-state.js';

/** This browser keeps the session of a temporary account until its pages have moved. */
export interface StoredHandOver extends HandOver {
  accessToken: string;
  refreshToken: string;
}

const KEY = 'haru-hand-over';
const members = ['temporaryId', 'email', 'accessToken', 'refreshToken'] as const satisfies (keyof StoredHandOver)[];

/** It is used where the browser forbids storage. */
let kept: StoredHandOver | undefined;

export function storedHandOver(): StoredHandOver | undefined {
  try {
    return parsed(window.localStorage.getItem(KEY)) ?? kept;
  } catch {
    return kept;
  }
}

/** Undefined removes it. */
export function storeHandOver(handOver: StoredHandOver | undefined): void {
  kept = undefined;
  try {
    if (handOver) window.localStorage.setItem(KEY, JSON.stringify(handOver));
    else window.localStorage.removeItem(KEY);
  } catch (error) {
    kept = handOver;
    console.warn('the hand-over is kept in memory only', error);
  }
}

function parsed(stored: string | null): StoredHandOver | undefined {
  if (stored === null) return undefined;
  const value: unknown = JSON.parse(stored);
  const isComplete =
    typeof value === 'object' &&
    value !== null &&
    members.every((name) => typeof Reflect.get(value, name) === 'string');
  return isComplete ? (value as StoredHandOver) : undefined;
}
