import { type TrafficKind, trafficKinds } from './traffic-kind.js';

/** A kind may always have this many requests in flight, whatever the load. */
const reservedRequests: Record<TrafficKind, number> = {
  health: Infinity,
  read: 64,
  smallWrite: 32,
  largeWrite: 4,
  signIn: 16,
  admin: 16,
};

interface LoadBounds {
  /** This many requests of all kinds together may be in flight beyond the reserved ones. */
  maxSharedRequests: number;
  /** For so long after a service was busy, only reserved requests of that kind are admitted. */
  busyMs: number;
  /** This many bytes of large writes may be in flight, whether they are read or not. */
  maxBodyBytes: number;
  /** With a larger delay of the event loop only reserved requests are admitted. */
  maxLagMs: number;
}

export interface Admitted {
  /** Counts a part of a body whose size the head did not state. @returns whether it fits */
  addBytes(bytes: number): boolean;
  release(): void;
}

/** Decides whether one more request is affordable, by the requests in flight and the delay of the event loop. */
export class LoadLimit {
  readonly inFlight = Object.fromEntries(trafficKinds.map((kind) => [kind, 0])) as Record<TrafficKind, number>;
  private bodyBytes = 0;
  private readonly busyUntil = new Map<TrafficKind, number>();

  constructor(
    private readonly bounds: LoadBounds,
    private readonly lagMs: () => number,
  ) {}

  /** @param bytes the size of the body, as far as it is known; small bodies count by the number of requests */
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
