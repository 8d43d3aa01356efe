import { atMost } from '@haru/service-runtime';
import { LRUCache } from 'lru-cache';

/** A credential that has ended must be refused within a second, even if the broadcast about it is lost. */
const REMEMBER_MS = 900;
const MAX_ENTRIES = 50_000;

/** Remembers what the auth service answered about a credential, for just under a second. */
export class BriefMemory<Answer> {
  /** Concurrent calls share a pending answer. */
  private readonly known = new LRUCache<string, Promise<Answer>>({
    ...atMost(MAX_ENTRIES),
    ttl: REMEMBER_MS,
    ttlResolution: 0,
  });

  /** @param mayChange returns true for an answer that must not be remembered */
  constructor(private readonly mayChange: (answer: Answer) => boolean = () => false) {}

  get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.known.get(key);
    if (known) return known;
    const answer = ask();
    const drop = () => {
      if (this.known.peek(key) === answer) this.known.delete(key);
    };
    // A failed call is not remembered.
    answer.then((value) => this.mayChange(value) && drop(), drop);
    this.known.set(key, answer);
    return answer;
  }

  forget(key: string): void {
    this.known.delete(key);
  }
}
