/** Counts and prints whether something holds, and what was seen. */
export type Check = (what: string, holds: boolean, seen: unknown) => void;
