import { findRedis, freePort, startRedisServer, temporaryDirectory } from '@haru/local-servers';

/** The test has its own Redis, which it may stop and kill. */
export interface TestRedis {
  /** The form is `redis://127.0.0.1:port`; it stays the same over restarts. */
  url: string;
  port: number;
  /** This is the id of the running server's process. */
  readonly pid: number | undefined;
  /** Ends the server cleanly and starts it again with its data. */
  restart(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
  /** Ends it for good and removes its data. */
  stop(): Promise<void>;
}

/** Starts a real Redis (append-only file on, `noeviction`) on a free port, with its data in a temporary folder. */
export async function startRedis(): Promise<TestRedis> {
  const program = await findRedis((line) => process.stderr.write(`${line}\n`));
  const directory = await temporaryDirectory('haru-redis-');
  const port = await freePort();
  const launch = () => startRedisServer({ program, port, directory: directory.path, throwAway: true });
  let server = await launch();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return server.child.pid;
    },
    async restart() {
      await server.stop();
      server = await launch();
    },
    kill: () => server.kill(),
    async start() {
      server = await launch();
    },
    async stop() {
      await server.stop();
      await directory.remove();
    },
  };
}
