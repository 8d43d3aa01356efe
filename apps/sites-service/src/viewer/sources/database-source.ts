import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { endOf, type SiteState } from '../../sites/site-visibility.js';
import { ArtifactLoader } from '../cache/artifact-loader.js';
import { DatabaseBreaker, steadyNow } from '../cache/database-breaker.js';
import { type Answer, PageMaker, withState } from '../cache/ready-page.js';
import { isShownAlike, SiteStates } from '../cache/site-state.js';
import { MemorySource } from './memory-source.js';

/** A query for a path that is in flight. */
interface Question {
  askedAt: number;
  /** It rejects with `DatabaseUnavailable`. */
  state: Promise<SiteState | undefined>;
}

/** Asks the database for the state of a path, and keeps the answer in memory. */
@Injectable()
export class DatabaseSource {
  constructor(
    private readonly sites: SiteStates,
    private readonly breaker: DatabaseBreaker,
    private readonly artifacts: ArtifactLoader,
    private readonly memory: MemorySource,
    private readonly maker: PageMaker,
  ) {}

  ask(path: string): Question {
    return { askedAt: steadyNow(), state: this.breaker.ask(() => this.sites.find(path)) };
  }

  /** @throws DatabaseUnavailable */
  async answer(path: string, { askedAt, state: asked }: Question): Promise<Answer> {
    const state = await asked;
    const isInvalidated = this.memory.hasChangedSince(path, askedAt);
    const reason = endOf(state, new Date());
    if (!state || reason === 'not-found') return isInvalidated ? 'not-found' : this.memory.end(path, 'not-found');
    if (reason) return this.memory.end(path, reason, state.expiresAt);
    const known = this.memory.peek(path)?.page;
    if (known && isShownAlike(known.state, state)) {
      const page = isDeepStrictEqual(known.state, state) ? known : withState(known, state);
      return this.memory.confirm(path, page, askedAt);
    }
    const loaded = await this.artifacts.load(state);
    if (!loaded) return this.memory.end(path, 'not-found');
    return this.memory.confirm(path, await this.maker.make(state, loaded), askedAt);
  }
}
