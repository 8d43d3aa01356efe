import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The budget needs this of an emitted chunk. */
interface ChunkLike {
  fileName: string;
  isEntry: boolean;
  imports: readonly string[];
  code: string;
}

/**
 * Returns the gzipped bytes of each script that must arrive before the first view shows: the entry and everything it
 * imports statically (the same files are its module preloads).
 */
export function firstViewSizes(chunks: ReadonlyMap<string, ChunkLike>): Map<string, number> {
  const sizes = new Map<string, number>();
  const waiting = [...chunks.values()].filter((chunk) => chunk.isEntry);
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (sizes.has(chunk.fileName)) continue;
    sizes.set(chunk.fileName, gzipSync(chunk.code, { level: 9 }).byteLength);
    for (const name of chunk.imports) {
      const imported = chunks.get(name);
      if (imported) waiting.push(imported);
    }
  }
  return sizes;
}

/** Prints the first view's gzipped JavaScript and fails the build above `limitBytes`. */
export function firstViewBudget(limitBytes: number): Plugin {
  let report = '';
  return {
    name: 'first-view-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = new Map<string, ChunkLike>();
      for (const output of Object.values(bundle)) if (output.type === 'chunk') chunks.set(output.fileName, output);
      const sizes = firstViewSizes(chunks);
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      report = `first view: ${kib(total)} of gzipped JavaScript in ${sizes.size} files, limit ${kib(limitBytes)}`;
      if (total > limitBytes) throw new Error(report);
    },
    closeBundle() {
      if (report) this.info(report);
    },
  };
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
