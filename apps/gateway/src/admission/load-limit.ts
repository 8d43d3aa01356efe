import { type TrafficKind, trafficKinds } from './traffic-kind.js';

/** Requests in flight that a kind may always have, whatever else is going on. */
const reservedRequests: Record<TrafficKind, number> = {
  health: Infinity,
  read: 64,
  smallWrite: 32,
  largeWrite: 4,
  signIn: 16,
  admin: 16,
};

interface LoadBounds {
  /** Requests in flight beyond the reserved ones, of all kinds together. */
  maxSharedRequests: number;
  /** For so long after a service was busy, only reserved requests of that kind are admitted. */
  busyMs: number;
  /** Bodies of large writes in flight, read or not. */
  maxBodyBytes: number;
  /** With a larger delay of the event loop only reserved requests are admitted. */
  maxLagMs: number;
}

/** A request in flight. */
export interface Admitted {
  /** Counts a part of a body whose size the head did not say. @returns whether it fits */
  addBytes(bytes: number): boolean;
  release(): void;
}

/** Decides whether one more request is affordable, by what is in flight and how late the event loop runs. */
export class LoadLimit {
  readonly inFlight: Record<TrafficKind, number> = {
    health: 0,
    read: 0,
    smallWrite: 0,
    largeWrite: 0,
    signIn: 0,
    admin: 0,
  };
  private bodyBytes = 0;
  private readonly busyUntil = new Map<TrafficKind, number>();

  constructor(
    private readonly bounds: LoadBounds,
    private readonly lagMs: () => number,
  ) {}

  /** @param bytes size of the body, as far as it is known; those of small bodies count by the number of requests */
  admit(kind: TrafficKind, bytes: number): Admitted | undefined {
    let counted = kind === 'largeWrite' ? bytes : 0;
    if (!this.hasCapacityFor(counted)) return undefined;
    if (this.inFlight[kind] >= reservedRequests[kind] && !this.mayShare(kind)) return undefined;
    this.inFlight[kind] += 1;
    this.bodyBytes += counted;
    return {
      addBytes: (more) => {
        if (!this.hasCapacityFor(more)) return false;
        this.bodyBytes += more;
        counted += more;
        return true;
      },
      release: () => {
        this.inFlight[kind] -= 1;
        this.bodyBytes -= counted;
      },
    };
  }

  /** A service refused a request of this kind: it would refuse most others, and slower than they are refused here. */
  noteBusy(kind: TrafficKind): void {
    this.busyUntil.set(kind, performance.now() + this.bounds.busyMs);
  }

  private mayShare(kind: TrafficKind): boolean {
    if (performance.now() < (this.busyUntil.get(kind) ?? 0)) return false;
    const shared = trafficKinds.reduce(
      (sum, kind) => sum + Math.max(0, this.inFlight[kind] - reservedRequests[kind]),
      0,
    );
    return shared < this.bounds.maxSharedRequests && this.lagMs() <= this.bounds.maxLagMs;
  }

  private hasCapacityFor(bytes: number): boolean {
    return bytes === 0 || this.bodyBytes + bytes <= this.bounds.maxBodyBytes;
  }
}
