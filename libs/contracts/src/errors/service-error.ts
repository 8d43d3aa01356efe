import type { PageFinding } from '../page-rules/page-rules.js';
import type { CurrentVersion } from '../page-version.js';
import type { ErrorCode } from './error-codes.js';

/** `VALIDATION_FAILED` lists each invalid field so. */
export interface FieldFault {
  /** It is the dotted path of the member; empty for the whole value. */
  field: string;
  message: string;
}

export const weakPasswordReasons = ['length', 'characters', 'pwned'] as const;
export type WeakPasswordReason = (typeof weakPasswordReasons)[number];

interface ServiceErrorOptions {
  /** People and logs read it; without it the wire's text comes from the gateway's table. */
  message?: string;
  faults?: FieldFault[];
  /** Another try is useful after so many seconds. */
  retryAfterSeconds?: number;
  /** The status on the wire, where the auth API gives one code several; the gateway's table has the usual one. */
  status?: number;
  /** They say what the password of a `weak_password` lacks. */
  reasons?: WeakPasswordReason[];
  /** A `VERSION_CONFLICT` carries the version that the page has. */
  current?: CurrentVersion | undefined;
  /** A `PAGE_REFUSED` says which rules matched, and where. */
  findings?: PageFinding[];
  cause?: unknown;
}

/** Services throw only this error on purpose. Redis carries all of it but its cause. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly faults: readonly FieldFault[];
  readonly retryAfterSeconds: number | undefined;
  readonly status: number | undefined;
  readonly reasons: readonly WeakPasswordReason[];
  readonly current: CurrentVersion | undefined;
  readonly findings: readonly PageFinding[];

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(options.message ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.faults = options.faults ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.status = options.status;
    this.reasons = options.reasons ?? [];
    this.current = options.current;
    this.findings = options.findings ?? [];
  }

  /** Tells whether the thrower gave a text of its own. */
  get hasOwnMessage(): boolean {
    return this.message !== this.code;
  }
}
