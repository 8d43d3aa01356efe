import { Sampled } from '@haru/service-runtime';
import type { PageCache } from './sources/page-cache.js';
import type { UnsentAnswers } from './http/unsent-answers.js';
import type { ViewerServer } from './http/viewer-server.js';

const lookups = Sampled.counter({
  name: 'haru_page_cache_lookups_total',
  help: 'Share links whose page was in memory (hit) or had to be asked for (miss)',
  labelNames: ['result'],
});

const bytes = Sampled.gauge({
  name: 'haru_page_cache_bytes',
  help: 'What the pages in memory take',
  labelNames: [],
});

const pages = Sampled.gauge({ name: 'haru_page_cache_pages', help: 'Pages in memory', labelNames: [] });

export function measurePageCache(cache: PageCache): void {
  lookups.from(() => [
    { labels: { result: 'hit' }, value: cache.counters.hits },
    { labels: { result: 'miss' }, value: cache.counters.misses },
  ]);
  bytes.from(() => [{ labels: {}, value: cache.size.bytes }]);
  pages.from(() => [{ labels: {}, value: cache.size.pages }]);
}

const unsentBytes = Sampled.gauge({
  name: 'haru_unsent_bytes',
  help: 'What the pages take that clients have asked for and not taken yet',
  labelNames: [],
});

const dropped = Sampled.counter({
  name: 'haru_dropped_connections_total',
  help: 'Connections closed because a client had too many (connections), asked for too much (pipeline) or took too little (unsent)',
  labelNames: ['reason'],
});

export function measureConnections(unsent: UnsentAnswers, server: ViewerServer): void {
  unsentBytes.from(() => [{ labels: {}, value: unsent.bytes }]);
  dropped.from(() => [
    { labels: { reason: 'unsent' }, value: unsent.dropped },
    { labels: { reason: 'connections' }, value: server.dropped.connections },
    { labels: { reason: 'pipeline' }, value: server.dropped.pipeline },
  ]);
}
