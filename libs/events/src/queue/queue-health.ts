import { Durations, probeRedis, readiness, Sampled, WatchedRedis } from '@haru/service-runtime';
import type { Job, Worker } from 'bullmq';

const jobDurations = new Durations(
  'haru_queue_job_duration_seconds',
  'Jobs that this process tried; a failed try is tried again as long as the job has attempts left',
  ['queue', 'job', 'outcome'],
);

const jobs = Sampled.gauge(
  'haru_queue_jobs',
  'Jobs on the queue by state; all replicas see the same queue. Failed ones wait for an admin',
  ['queue', 'state'],
);

const oldest = Sampled.gauge(
  'haru_queue_oldest_waiting_seconds',
  'Age of the job that has waited longest for a worker; 0 when none waits',
  ['queue'],
);

const states = ['waiting', 'prioritized', 'delayed', 'active', 'failed'] as const;

type WatchedWorker = Pick<Worker, 'name' | 'getBackend' | 'on'>;

/**
 * Makes the process ready only while this worker has its connections to its queue, and measures queue and jobs.
 * @returns a function that ends it; call it before the worker is closed
 */
export function watchWorker(worker: WatchedWorker, redisUrl: string): () => void {
  const queue = worker.name;
  worker.on('completed', (job) => noteJob(queue, job, 'ok'));
  worker.on('failed', (job) => job && noteJob(queue, job, 'failed'));
  const ends = [
    readiness.watch(
      `queue ${queue}`,
      () => connectionsOf(worker),
      () => probeRedis(new WatchedRedis(redisUrl, { lazyConnect: true })),
    ),
    jobs.from(() => countJobs(worker)),
    oldest.from(async () => [{ labels: { queue }, value: await oldestWaitingSeconds(worker) }]),
  ];
  return () => ends.forEach((end) => end());
}

function noteJob(queue: string, { name, processedOn, finishedOn }: Job, outcome: 'ok' | 'failed'): void {
  const end = finishedOn ?? Date.now();
  jobDurations.of(queue, name, outcome).observe((end - (processedOn ?? end)) / 1_000);
}

/** @throws Error when one is not connected: a command to it would wait until it is again */
async function connectionsOf(worker: WatchedWorker): Promise<void> {
  const backend = worker.getBackend();
  const clients = await Promise.all([backend.client, backend.blockingClient]);
  if (clients.some((client) => client?.status !== 'ready')) throw new Error('no connection to Redis');
}

async function countJobs(worker: WatchedWorker) {
  await connectionsOf(worker);
  const counts = await worker.getBackend().getCounts([...states]);
  return states.map((state, index) => ({ labels: { queue: worker.name, state }, value: counts[index] ?? 0 }));
}

async function oldestWaitingSeconds(worker: WatchedWorker): Promise<number> {
  await connectionsOf(worker);
  const backend = worker.getBackend();
  const [id] = (await backend.getRanges(['waiting'], 0, 0, true)).flat();
  const job = id === undefined ? undefined : await backend.getJobData(id);
  return job ? Math.max(0, Date.now() - job.timestamp) / 1_000 : 0;
}
