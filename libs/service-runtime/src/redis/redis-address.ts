import type { RedisOptions } from 'ioredis';
import { urlsOf } from '../env/several-addresses.js';

/**
 * `REDIS_URL` names one server (`redis://…`), or the primary that Sentinels watch
 * (`redis+sentinel://user:password@one:26379,two:26379/primary-name?db=0&sentinelPassword=…`).
 */
export function redisAddress(redisUrl: string): string | RedisOptions {
  const urls = urlsOf(redisUrl);
  const [first] = urls;
  if (!first?.protocol.endsWith('+sentinel:')) return redisUrl;
  const isEncrypted = first.protocol === 'rediss+sentinel:';
  const sentinelPassword = first.searchParams.get('sentinelPassword');
  return {
    sentinels: urls.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port || 26379),
    })),
    name: decodeURIComponent(first.pathname.slice(1)),
    db: Number(first.searchParams.get('db') ?? 0),
    ...(first.username && { username: decodeURIComponent(first.username) }),
    ...(first.password && { password: decodeURIComponent(first.password) }),
    ...(sentinelPassword !== null && { sentinelPassword }),
    ...(isEncrypted && { tls: {}, enableTLSForSentinelMode: true }),
  };
}

/** Sentinels need the name of the primary that they watch. */
export function isRedisUrl(redisUrl: string): boolean {
  const urls = urlsOf(redisUrl);
  const [first] = urls;
  if (first?.protocol === 'redis:' || first?.protocol === 'rediss:') return urls.length === 1;
  return /^rediss?\+sentinel:$/.test(first?.protocol ?? '') && /^\/[^/]+$/.test(first?.pathname ?? '');
}
