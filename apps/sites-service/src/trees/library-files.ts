import { HOUR_MS, type TreeFile } from '@haru/contracts';
import { LIBRARY_FOLDER } from '@haru/page-render/libraries';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { FileStore } from './file-store.js';

/** Stores the files of libraries, which this release has, once a component loads them. */
@Injectable()
export class LibraryFiles {
  /** Nothing removes a file from storage within a day of its last use. */
  private readonly stored: LRUCache<string, TreeFile>;

  constructor(private readonly store: FileStore) {
    this.stored = new LRUCache({ max: 100, ttl: HOUR_MS, fetchMethod: (name) => this.keep(name) });
  }

  async of(names: readonly string[]): Promise<TreeFile[]> {
    return Promise.all(names.map((name) => this.stored.forceFetch(name)));
  }

  private async keep(name: string): Promise<TreeFile> {
    const address = import.meta.resolve(`@haru/page-render/libraries/${name}`);
    return this.store.putMade(`${LIBRARY_FOLDER}/${name}`, await readFile(fileURLToPath(address)), { isLibrary: true });
  }
}
