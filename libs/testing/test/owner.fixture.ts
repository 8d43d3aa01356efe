import { startRedis, temporaryDirectory } from '../src/index.js';

const redis = await startRedis();
const directory = await temporaryDirectory('haru-owner-');
console.log(JSON.stringify({ redis: redis.pid, directory: directory.path }));
