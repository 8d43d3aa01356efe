import { distanceOf, MAX_DISTANCE, SIMILARITY_VERSION } from '@haru/page-check';
import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BannedContent } from '../../tables/banned-content.entity.js';

/** If its message is lost, a ban by another process counts this much later. A worker stops pages published by then. */
const MAX_AGE_MS = 5_000;

/** Keeps the banned contents in memory: publishing reads them from the database once in five seconds. */
@Injectable()
export class BannedContentIndex {
  private hashes: ReadonlySet<string> = new Set();
  private similarities: readonly string[] = [];
  private readAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | undefined;
  private changes = 0;

  constructor(private readonly dataSource: DataSource) {}

  expire(): void {
    this.readAt = Number.NEGATIVE_INFINITY;
    this.changes++;
  }

  async has(html: string): Promise<boolean> {
    await this.readIfOld();
    return this.hashes.size > 0 && this.hashes.has(hash('sha256', html));
  }

  /** @param contentHash of a tree or of a file, in hex */
  async hasHash(contentHash: string): Promise<boolean> {
    await this.readIfOld();
    return this.hashes.has(contentHash);
  }

  /** Whether the texts of pages must be compared with those of banned contents, as far as `has` has read them. */
  get comparesTexts(): boolean {
    return this.similarities.length > 0;
  }

  /** Whether a content with nearly the same text is banned, as far as `has` has read them. */
  hasSimilar(similarity: string): boolean {
    return this.similarities.some((known) => distanceOf(known, similarity) <= MAX_DISTANCE);
  }

  /** Whether a moderator accepted the text after it was refused. Only refusals ask, so nothing is kept in memory. */
  async isAccepted(source: string): Promise<boolean> {
    const found = await this.dataSource.query<unknown[]>('SELECT FROM accepted_contents WHERE hash = $1', [
      hash('sha256', source, 'buffer'),
    ]);
    return found.length > 0;
  }

  private async readIfOld(): Promise<void> {
    while (performance.now() - this.readAt >= MAX_AGE_MS) await (this.reading ??= this.read());
  }

  private async read(): Promise<void> {
    const startedAt = performance.now();
    const { changes } = this;
    try {
      const banned = await this.dataSource.manager.find(BannedContent, {
        select: { hash: true, similarity: true, similarityVersion: true },
      });
      this.hashes = new Set(banned.map((content) => content.hash.toString('hex')));
      const isCurrent = ({ similarityVersion }: BannedContent) => similarityVersion === SIMILARITY_VERSION;
      this.similarities = banned.filter(isCurrent).flatMap(({ similarity }) => similarity ?? []);
      // A ban that was made during the read may be missing.
      if (changes === this.changes) this.readAt = startedAt;
    } finally {
      this.reading = undefined;
    }
  }
}
