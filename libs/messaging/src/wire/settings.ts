import type { ServiceName } from '@haru/contracts';

/** Where the requests of a service wait. WARNING: renaming it strands what is waiting there. */
export const requestList = (service: ServiceName): string => `haru:requests:${service}`;

/** How many requests were ever put on a list. */
export const pushedCounter = (list: string): string => `${list}:pushed`;

/** Where the replicas that take from a list are asked which requests they have. */
export const takenQuestions = (list: string): string => `${list}:taken`;

/** Start of every reply address: a channel and, for what the channel cannot carry, a list of the same name. */
export const REPLY_PREFIX = 'haru:replies:';

/** Longest packet, in bytes of UTF-8. */
export const PACKET_MAX_BYTES = 8 * 1024 * 1024;

/** How long a caller waits unless its contract or the call says otherwise: people get an answer within ten seconds. */
export const DEFAULT_TIMEOUT_MS = 9_000;

/** Requests that may wait for one service before callers are refused. */
export const DEFAULT_MAX_LIST_LENGTH = 1_000;

/** Requests one process may have unanswered, by length: what keeps a flood of large pages out of its memory and Redis's. */
export const DEFAULT_MAX_PENDING_LENGTH = 256 * 1024 * 1024;

/**
 * Bytes of replies one replica may hold: those that Redis has not taken, and the most that those with long texts may have
 * which are being made. While they are read and sent each takes up to five times its size.
 */
export const MAX_HELD_REPLY_BYTES = 64 * 1024 * 1024;

/** Requests one replica works on at a time. */
export const DEFAULT_MAX_IN_FLIGHT = 64;

/**
 * Requests one replica takes in one go. A burst spreads over idle replicas in portions of the first size; where more
 * is waiting, each next portion is twice as large, up to the second, which saves a busy replica its round trips.
 */
export const FIRST_PORTION = 4;
export const LARGEST_PORTION = 32;

/** What callers are told when a list is over its bound, or Redis or what the service needs is away. */
export const RETRY_AFTER_SECONDS = 1;

/** A list that no caller pushes to for this long is dropped: everything in it is past its deadline by then. */
export const LIST_TTL_MS = 60_000;

/**
 * Replies up to this size are published, larger ones are put in the asker's list. Redis cuts a subscriber off
 * that has 32 MiB unread (`client-output-buffer-limit pubsub`), which a few dozen pages of 1 MiB reach.
 */
export const PUBLISHED_REPLY_MAX_BYTES = 64 * 1024;

/** Most packets, and most UTF-16 units, of one push. Lua refuses some thousands of arguments. */
export const BATCH_MAX_ITEMS = 64;
export const BATCH_MAX_LENGTH = 256 * 1024;
