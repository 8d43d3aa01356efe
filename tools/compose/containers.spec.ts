import { expect, it } from '@jest/globals';
import { isMigration, ourContainers } from '../deploy/process-schemas.js';
import { composeServices } from '../deploy/compose-file.js';
import { projectName, readContainers } from './containers.js';
import { replaceable } from './replace.js';

const inspected = {
  Id: 'abc',
  Name: '/haru_gateway_1',
  Config: {
    Labels: { 'com.docker.compose.service': 'gateway' },
    Env: ['PUBLIC_ORIGIN=http://localhost:3000/?a=b', 'A='],
  },
  State: { Running: true, ExitCode: 0, Health: { Status: 'healthy' } },
  NetworkSettings: {
    Networks: { haru_default: { IPAddress: '172.18.0.9' } },
    Ports: { '3000/tcp': [{ HostIp: '127.0.0.1', HostPort: '3900' }], '9000/tcp': null },
  },
};

it('reads what Docker says of a container', () => {
  const [container] = readContainers(JSON.stringify([inspected]));
  expect(container).toMatchObject({
    name: 'haru_gateway_1',
    service: 'gateway',
    isHealthy: true,
    environment: { PUBLIC_ORIGIN: 'http://localhost:3000/?a=b', A: '' },
    address: '172.18.0.9',
    publishedPorts: { 3000: 3900 },
  });
  const starting = { ...inspected, State: { ...inspected.State, Health: { Status: 'starting' } } };
  expect(readContainers(JSON.stringify([starting]))[0]?.isHealthy).toBe(false);
});

it('names the project as Compose does', () => {
  expect(projectName({ COMPOSE_PROJECT_NAME: 'Haru.2' })).toBe('haru2');
});

it('replaces every Haru process, and no container that may run only once', () => {
  expect(replaceable.toSorted()).toEqual([...ourContainers.filter((name) => !isMigration(name)), 'web'].sort());
  for (const name of replaceable) expect([name, composeServices()[name]?.ports]).toEqual([name, []]);
});
