import { waitFor } from '@haru/local-servers';
import { compose, docker, inspect, runningContainers, type Container } from './containers.js';

/** The services that can run twice at a time, in the order of an update: callers come after those that they call. */
export const replaceable = [
  'auth-service',
  'sites-service',
  'feedback-service',
  'auth-worker',
  'sites-worker',
  'feedback-worker',
  'sites-uploads',
  'sites-viewer',
  'gateway',
  'web',
];

/** The running containers of these services, in their order. */
export async function containersToReplace(services: readonly string[] = replaceable): Promise<Container[]> {
  const found = (await runningContainers()).filter(({ service }) => services.includes(service));
  return found.toSorted((a, b) => services.indexOf(a.service) - services.indexOf(b.service));
}

/**
 * Replaces a running container with a new one of the image that the tag names now. The new one is healthy before the old
 * one is asked to stop.
 * @throws Error when the new one does not become healthy, or the old one does not end in good order
 */
export async function replaceContainer(old: Container): Promise<void> {
  const before = (await runningContainers()).filter(({ service }) => service === old.service);
  const scale = `${old.service}=${before.length + 1}`;
  await compose('up', '--detach', '--no-deps', '--no-recreate', '--no-build', '--scale', scale, old.service);
  const isKnown = new Set(before.map(({ id }) => id));
  await waitFor(
    async () =>
      (await runningContainers()).some(
        ({ id, service, isHealthy }) => service === old.service && !isKnown.has(id) && isHealthy,
      ),
    { timeoutMs: 120_000, everyMs: 250, what: `a new container of ${old.service} to be healthy` },
  );
  // Docker waits for the time in stop_grace_period.
  await docker('stop', old.id);
  const [ended] = await inspect(old.id);
  if (ended?.exitCode !== 0)
    throw new Error(`${old.name} did not stop in good order: it ended with ${ended?.exitCode}.`);
  await docker('rm', old.id);
}
