import { redisScript } from '@haru/service-runtime';

// What is on its way is neither logged nor replicated by Redis: after a restart no caller waits for it, and a page of
// 1 MiB would be written to disk twice.
const PASSING = 'redis.set_repl(redis.REPL_NONE)';

/**
 * KEYS: request list, counter of what was ever pushed. ARGV: bound, time to live in ms, packets.
 * Takes as many packets as fit below the bound, the first ones first, and answers how many, and the counter.
 */
export const pushRequests = redisScript(`${PASSING}
local take = math.min(tonumber(ARGV[1]) - redis.call('LLEN', KEYS[1]), #ARGV - 2)
if take <= 0 then return {0, 0} end
redis.call('RPUSH', KEYS[1], unpack(ARGV, 3, take + 2))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {take, redis.call('INCRBY', KEYS[2], take)}
`);

/**
 * KEYS: reply address. ARGV: replies, time to live in ms, 1 if small enough to publish.
 * What is large, or finds the asker not listening, waits in its list; an empty message says so.
 */
export const sendReplies = redisScript(`${PASSING}
if ARGV[3] == '1' and redis.call('PUBLISH', KEYS[1], ARGV[1]) > 0 then return end
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PUBLISH', KEYS[1], '')
`);
