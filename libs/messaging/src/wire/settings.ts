import type { ServiceName } from '@haru/contracts';

/** The requests of a service wait here. WARNING: renaming it strands what is waiting there. */
export const requestList = (service: ServiceName): string => `haru:requests:${service}`;

/** Counts all requests that were ever put on a list. */
export const pushedCounter = (list: string): string => `${list}:pushed`;

/** Replicas that take from a list receive here the question which requests they have. */
export const takenQuestions = (list: string): string => `${list}:taken`;

/** Every reply address starts with this: a channel and, for what the channel cannot carry, a list of the same name. */
export const REPLY_PREFIX = 'haru:replies:';

/** A packet has at most this many bytes of UTF-8. */
export const PACKET_MAX_BYTES = 8 * 1024 * 1024;

/** A caller waits so long unless its contract or the call says otherwise: people get an answer within ten seconds. */
export const DEFAULT_TIMEOUT_MS = 9_000;

/** So many requests may wait for one service before callers are refused. */
export const DEFAULT_MAX_LIST_LENGTH = 1_000;

/** One process may have unanswered requests of this length, which keeps a flood of large pages out of memory. */
export const DEFAULT_MAX_PENDING_LENGTH = 256 * 1024 * 1024;

/**
 * One replica may hold this many bytes of replies. Replies that Redis has not taken count with their size; those with
 * long texts count with their maximum size while they are made. Each takes up to five times that memory.
 */
export const MAX_HELD_REPLY_BYTES = 64 * 1024 * 1024;

/** One replica has so many requests in flight. */
export const DEFAULT_MAX_IN_FLIGHT = 64;

/**
 * One replica takes so many requests concurrently. A burst spreads over idle replicas in portions of the first size; if
 * more are waiting, each next portion is twice as large, up to the second, which saves a busy replica its round trips.
 */
export const FIRST_PORTION = 4;
export const LARGEST_PORTION = 32;

/** Callers may retry after this when a list is over its bound, or Redis or a dependency of the service is unavailable. */
export const RETRY_AFTER_SECONDS = 1;

/** A list that no caller pushes to for this long is dropped: everything in it is past its deadline by then. */
export const LIST_TTL_MS = 60_000;

/**
 * Replies up to this size are published; larger ones are pushed to the caller's list. Redis disconnects a subscriber that
 * has 32 MiB unread (`client-output-buffer-limit pubsub`), which a few dozen pages of 1 MiB reach.
 */
export const PUBLISHED_REPLY_MAX_BYTES = 64 * 1024;

/** One push has at most so many packets, and so many UTF-16 units. Lua refuses some thousands of arguments. */
export const BATCH_MAX_ITEMS = 64;
export const BATCH_MAX_LENGTH = 256 * 1024;
