import type { PageFinding } from '../page-rules/page-rules.js';
import type { CurrentVersion } from '../page-version.js';
import type { ErrorCode } from './error-codes.js';

/** One field that did not fit, as `VALIDATION_FAILED` lists them. */
export interface FieldFault {
  /** Dotted path of the member; empty for the whole value. */
  field: string;
  message: string;
}

export const weakPasswordReasons = ['length', 'characters', 'pwned'] as const;
export type WeakPasswordReason = (typeof weakPasswordReasons)[number];

export interface ServiceErrorOptions {
  /** For people and logs; the wire's text comes from the gateway's table unless given here. */
  message?: string;
  faults?: FieldFault[];
  /** Seconds until another try makes sense. */
  retryAfterSeconds?: number;
  /** Status on the wire where the auth API gives one code several; the gateway's table has the usual one. */
  status?: number;
  /** Of a `weak_password`: what the password lacks. */
  reasons?: WeakPasswordReason[];
  /** Of a `VERSION_CONFLICT`: the version that the page has. */
  current?: CurrentVersion | undefined;
  /** Of a `PAGE_REFUSED`: which rules matched, and where. */
  findings?: PageFinding[];
  cause?: unknown;
}

/** The one error that services throw on purpose. It crosses Redis with all but its cause. */
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

  /** Whether the thrower gave a text of its own. */
  get hasOwnMessage(): boolean {
    return this.message !== this.code;
  }
}
