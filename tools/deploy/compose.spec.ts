import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv, processEnvSchema } from '@haru/service-runtime';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { composeServices, composeVariables, exampleVariables, withDefaults } from './compose-file.js';
import { root } from '../common/workspace.js';
import { makeSecrets, secretSets, secretsOf, secretsOfContainer } from './make-secrets.js';
import {
  isMigration,
  oneMachineOnly,
  ourContainers,
  schemas,
  variablesOf,
  type OurContainer,
} from './process-schemas.js';

const { all: secrets } = makeSecrets({}, {});
const services = composeServices();
const known = new Set(ourContainers.flatMap(variablesOf));

/** Everything a container is told where .env gives nothing. */
function composeEnvironment(container: OurContainer): Record<string, string> {
  return { ...withDefaults(services[container]?.environment ?? {}), ...secretsOfContainer(container, secrets) };
}

describe('Compose', () => {
  it.each(ourContainers)('tells %s everything it reads, and in a form it takes', (container) => {
    const given = composeEnvironment(container);
    // The image sets NODE_ENV.
    const expected = variablesOf(container).filter((name) => ![...oneMachineOnly, 'NODE_ENV'].includes(name));
    // One connection at a time does for migrations.
    const missing = expected.filter(
      (name) => !(name in given) && !(isMigration(container) && name === 'DATABASE_POOL_SIZE'),
    );
    expect(missing).toEqual([]);
    expect(Object.keys(given).filter((name) => !known.has(name))).toEqual([]);
    expect(() => parseEnv(schemas[container], given)).not.toThrow();
    expect(() => parseEnv(processEnvSchema, given)).not.toThrow();
  });

  it.each(ourContainers)('reads the secrets of %s, and no others', (container) => {
    expect(services[container]?.command).toContain(`--env-file=/run/haru/${container}.env`);
  });

  it('mounts into each container its own secrets, and those of others into none but the one that makes them', () => {
    const mounted = Object.entries(services).flatMap(([name, { volumes }]) =>
      volumes.filter((volume) => /^(?:[\w-]+-)?secrets:/.test(volume)).map((volume) => [name, volume] as const),
    );
    const containers = Object.keys(secretsOf);
    expect(mounted.filter(([name]) => name !== 'secrets').sort()).toEqual(
      containers.map((name) => [name, `${name}-secrets:/run/haru:ro`]).sort(),
    );
    expect(mounted.filter(([name]) => name === 'secrets').map(([, volume]) => volume)).toEqual([
      'secrets:/run/haru',
      ...containers.map((name) => `${name}-secrets:/run/haru/${name}`).sort(),
    ]);
  });

  it('runs nothing with rights that it does not need', () => {
    for (const [name, { cap_drop, security_opt }] of Object.entries(services)) {
      expect([name, cap_drop, security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']]);
    }
    const added = Object.entries(services).flatMap(([name, { cap_add }]) => (cap_add.length ? [[name, cap_add]] : []));
    expect(Object.fromEntries(added)).toEqual({
      postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
      redis: ['CHOWN', 'SETGID', 'SETUID'],
    });
  });

  it('makes a cluster that our own Postgres can restore', () => {
    const ours = readFileSync(join(root, 'libs/local-servers/src/postgres-server.ts'), 'utf8');
    const locale = ours.match(/--(?:encoding|locale|builtin-locale)[\w-]*=[\w.-]+/g)?.join(' ');
    expect(services['postgres']?.environment['POSTGRES_INITDB_ARGS']).toBe(locale);
  });

  it('shows all mails on this machine only', () => {
    expect(services['mailbox']?.ports).toEqual(['127.0.0.1:${MAILBOX_PORT:-8025}:8025']);
  });

  it('takes every image of others from a variable, so that it can have a digest', () => {
    const images = Object.values(services).map(({ image }) => image);
    const ofOthers = images.filter((image) => !image.startsWith('haru/'));
    expect(ofOthers.filter((image) => !/^\$\{\w+_IMAGE:-[\w./-]+:[\w.-]+\}$/.test(image))).toEqual([]);
    const bases = [...readFileSync(join(root, 'Dockerfile'), 'utf8').matchAll(/^ARG (\w+_IMAGE)=(.*)$/gm)];
    for (const [, name = '', otherwise] of bases) expect(composeVariables().get(name)).toEqual([otherwise]);
    expect(bases).toHaveLength(2);
  });

  it('builds from nothing that .dockerignore leaves out', () => {
    const read = (file: string): string => readFileSync(join(root, file), 'utf8');
    const allowed = [...read('.dockerignore').matchAll(/^!(\S+)$/gm)].map(([, path = '']) => path);
    const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
      sources.split(' '),
    );
    expect(copied.length).toBeGreaterThan(10);
    const isAllowed = (path: string): boolean => allowed.some((one) => path === one || path.startsWith(`${one}/`));
    expect(copied.filter((path) => !isAllowed(path))).toEqual([]);
  });

  it('takes every variable from .env that .env.example describes, with the default that it says', () => {
    const examples = exampleVariables();
    const variables = composeVariables();
    expect([...variables.keys()].sort()).toEqual([...examples.keys()].sort());
    for (const [name, defaults] of variables) expect([name, defaults]).toEqual([name, [examples.get(name)]]);
  });

  it('has each service in its profiles', () => {
    const inProfile = (profile: string): string[] =>
      Object.keys(services).filter((name) => services[name]?.profiles.includes(profile));
    const shared = ['secrets', 'postgres', 'redis', 'mailbox'];
    expect(inProfile('small')).toEqual([...shared, 'haru']);
    expect(inProfile('full').sort()).toEqual([...shared, ...ourContainers, 'storage', 'web', 'edge'].sort());
    expect(inProfile('observability')).toEqual(['prometheus']);
  });

  it('gives the profile small the settings that its page lists', () => {
    const page = readFileSync(join(root, 'docs/small-server.md'), 'utf8');
    const names = Object.keys(services['haru']?.environment ?? {});
    expect(names.filter((name) => !page.includes(`| \`${name}\``))).toEqual([]);
  });

  it('scrapes every process, under the name that the alert rules know it by', () => {
    const text = readFileSync(join(root, 'tools/deploy/prometheus.yml'), 'utf8');
    const { scrape_configs: jobs } = parse(text) as { scrape_configs: unknown[] };
    const processes = ourContainers.filter((name) => !isMigration(name));
    const expected = processes.map((name) => ({
      job_name: `haru-${name}`,
      dns_sd_configs: [{ names: [name], type: 'A', port: 9000 }],
    }));
    expect(jobs).toEqual(expected);
  });

  it('has no secret in its files', () => {
    const secretNames = Object.values(secretSets).flat() as string[];
    for (const [name, value] of exampleVariables())
      if (secretNames.includes(name)) expect([name, value]).toEqual([name, '']);
  });

  it('limits every container and starts it when what it needs is there', () => {
    for (const [name, service] of Object.entries(services)) {
      const isOneShot = name === 'secrets' || name.endsWith('-migrate');
      expect([name, service.read_only]).toEqual([name, true]);
      expect([name, service.restart]).toEqual([name, isOneShot ? 'no' : 'unless-stopped']);
      expect([name, service.mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
      for (const [other, { condition }] of Object.entries(service.depends_on)) {
        const ends = other === 'secrets' || other.endsWith('-migrate');
        expect([name, other, condition]).toEqual([
          name,
          other,
          ends ? 'service_completed_successfully' : 'service_healthy',
        ]);
      }
    }
  });
});
