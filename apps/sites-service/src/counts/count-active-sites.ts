import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { activeSiteTotal } from './active-site-total.js';

/** The browser asks every 30 s, so a count this old is as good. */
const FRESH_MS = 2_000;

@Injectable()
export class CountActiveSites {
  private count: Promise<number> | undefined;
  private countedAt = 0;

  constructor(private readonly dataSource: DataSource) {}

  /** How many sites are live, everybody's; counted at most every two seconds in this process. */
  async countActiveSites(): Promise<number> {
    const now = Date.now();
    if (!this.count || now - this.countedAt >= FRESH_MS) {
      this.countedAt = now;
      const counting = activeSiteTotal(this.dataSource, new Date(now));
      this.count = counting;
      // A failure is told to those who wait for it and not kept for others.
      counting.catch(() => {
        if (this.count === counting) this.count = undefined;
      });
    }
    return this.count;
  }
}
