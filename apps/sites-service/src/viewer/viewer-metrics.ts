import { Sampled } from '@haru/service-runtime';
import type { PageCache } from './sources/page-cache.js';
import type { UnsentAnswers } from './http/unsent-answers.js';
import type { ViewerServer } from './http/viewer-server.js';

const lookups = Sampled.counter(
  'haru_page_cache_lookups_total',
  'Share links whose page was in memory (hit) or had to be asked for (miss)',
  ['result'],
);

const bytes = Sampled.gauge('haru_page_cache_bytes', 'What the pages in memory take');

const pages = Sampled.gauge('haru_page_cache_pages', 'Pages in memory');

const unsentBytes = Sampled.gauge(
  'haru_unsent_bytes',
  'What the pages take that clients have asked for and not taken yet',
);

const dropped = Sampled.counter(
  'haru_dropped_connections_total',
  'Connections closed because a client had too many (connections), asked for too much (pipeline) or took too little (unsent)',
  ['reason'],
);

export function measureViewer(cache: PageCache, unsent: UnsentAnswers, server: ViewerServer): void {
  lookups.from(() => [
    { labels: { result: 'hit' }, value: cache.counters.hits },
    { labels: { result: 'miss' }, value: cache.counters.misses },
  ]);
  bytes.from(() => cache.size.bytes);
  pages.from(() => cache.size.pages);
  unsentBytes.from(() => unsent.bytes);
  dropped.from(() => [
    { labels: { reason: 'unsent' }, value: unsent.dropped },
    { labels: { reason: 'connections' }, value: server.dropped.connections },
    { labels: { reason: 'pipeline' }, value: server.dropped.pipeline },
  ]);
}
