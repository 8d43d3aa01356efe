import { containerOf, docker } from '../../compose/containers.js';
import { containersToReplace, replaceContainer } from '../../compose/replace.js';
import type { RollingSystem } from './rolling-system.js';

/** The system that runs under Compose, as it is scaled; its AUTH_RATE_LIMITS must let the traffic through. */
export async function withContainers(use: (system: RollingSystem) => Promise<void>): Promise<void> {
  const [gateway, postgres] = await Promise.all([containerOf('gateway'), containerOf('postgres')]);
  await use({
    url: gateway.environment['PUBLIC_ORIGIN'] ?? '',
    async replaceAll() {
      const containers = await containersToReplace();
      for (const container of containers) {
        await replaceContainer(container);
        console.log(`  ${new Date().toISOString()} ${container.name} is replaced`);
      }
      return containers.length;
    },
    async titles(mark) {
      // A mark is a UUID, so it needs no quoting.
      const query = `SELECT title FROM sites WHERE title LIKE '${mark}%'`;
      const rows = await docker('exec', postgres.id, 'psql', '-U', 'postgres', '-d', 'haru_sites', '-tAc', query);
      return rows.split('\n').filter(Boolean);
    },
  });
}
