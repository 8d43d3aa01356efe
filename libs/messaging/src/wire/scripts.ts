import { redisScript } from '@haru/service-runtime';

// Redis neither logs nor replicates requests and replies: after a restart no caller waits for them, and a page of 1 MiB
// would be written to disk twice.
const PASSING = 'redis.set_repl(redis.REPL_NONE)';

/**
 * KEYS: request list, counter of all pushed requests. ARGV: bound, time to live in ms, packets.
 * Takes as many packets as fit below the bound, the first ones first, and returns how many, and the counter.
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
 * A reply that is large, or whose caller does not listen, waits in its list; an empty message announces it.
 */
export const sendReplies = redisScript(`${PASSING}
if ARGV[3] == '1' and redis.call('PUBLISH', KEYS[1], ARGV[1]) > 0 then return end
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PUBLISH', KEYS[1], '')
`);
