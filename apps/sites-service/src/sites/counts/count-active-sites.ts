import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { activeSiteTotal } from './active-site-total.js';

/** Browsers ask every 30 s, so a count of this age is recent enough. */
const FRESH_MS = 2_000;

@Injectable()
export class CountActiveSites {
  private readonly known: LRUCache<'total', number>;

  constructor(dataSource: DataSource) {
    const fetchMethod = () => activeSiteTotal(dataSource, new Date());
    this.known = new LRUCache({ max: 1, ttl: FRESH_MS, fetchMethod });
  }

  /** Counts the live sites of all accounts, at most every two seconds in this process. */
  countActiveSites(): Promise<number> {
    return this.known.forceFetch('total');
  }
}
