import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { activeSiteTotal } from './active-site-total.js';

/** Browsers ask every 30 s, so a count of this age is recent enough. */
const FRESH_MS = 2_000;

@Injectable()
export class CountActiveSites {
  private count: Promise<number> | undefined;
  private countedAt = 0;

  constructor(private readonly dataSource: DataSource) {}

  /** Counts the live sites of all accounts, at most every two seconds in this process. */
  async countActiveSites(): Promise<number> {
    const now = Date.now();
    if (!this.count || now - this.countedAt >= FRESH_MS) {
      this.countedAt = now;
      const counting = activeSiteTotal(this.dataSource, new Date(now));
      this.count = counting;
      // A failure reaches the callers that wait for it and is not cached for others.
      counting.catch(() => {
        if (this.count === counting) this.count = undefined;
      });
    }
    return this.count;
  }
}
