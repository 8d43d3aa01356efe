import { BlockList } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { overlays, renderOverlay, type Manifest } from './kustomize.js';
import { configMapOf, networkPoliciesOf, selects, workloadsOf, type Workload } from './workloads.js';

const processes = [
  'auth-service',
  'auth-worker',
  'feedback-service',
  'feedback-worker',
  'gateway',
  'sites-service',
  'sites-uploads',
  'sites-viewer',
  'sites-worker',
];
const deployments = [...processes, 'web'];
const migrations = ['auth-migrate', 'feedback-migrate', 'sites-migrate'];
const backing = ['mailbox', 'postgres', 'redis', 'storage'];

describe.each(overlays)('overlay %s', (overlay) => {
  let manifests: Manifest[];
  let workloads: Workload[];
  const isLocal = overlay === 'local';
  const named = (names: readonly string[]): Workload[] => workloads.filter(({ name }) => names.includes(name));
  const namesOf = (kind: string): string[] =>
    manifests.filter((manifest) => manifest.kind === kind).map(({ metadata }) => metadata.name);

  beforeAll(async () => {
    manifests = await renderOverlay(overlay);
    workloads = workloadsOf(manifests);
  });

  it('runs every process, the web app and the migrations', () => {
    const expected = [...deployments, ...migrations, ...(isLocal ? backing : [])];
    expect(workloads.map(({ name }) => name).sort()).toEqual(expected.sort());
  });

  it('runs nothing with rights that it does not need', () => {
    for (const { name, pod, container } of workloads) {
      expect([name, pod.securityContext]).toEqual([
        name,
        expect.objectContaining({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }),
      ]);
      expect([name, container.securityContext]).toEqual([
        name,
        { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      ]);
      expect([name, pod.automountServiceAccountToken]).toEqual([name, false]);
      expect(pod.volumes.some((volume) => 'hostPath' in volume)).toBe(false);
    }
    const namespace = manifests.find(({ kind, metadata }) => kind === 'Namespace' && metadata.name === 'haru');
    expect(namespace?.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
  });

  it('names a release of each image', () => {
    for (const { container } of workloads) expect(container.image).toMatch(/:(?!latest$)[\w.-]+$/);
  });

  it('is ready only when what it needs answers, and alive without', () => {
    for (const { container } of named(deployments)) {
      const internal = container.ports.find((port) => port.name === 'internal');
      expect(internal?.containerPort).toBe(9000);
      // The viewer shows known pages without its database and without Redis.
      const ready = { path: '/health/ready', port: 'internal' };
      const isViewer = container.name === 'sites-viewer';
      expect(container.readinessProbe?.httpGet).toEqual(isViewer ? { path: '/readyz', port: 'http' } : ready);
      expect(container.livenessProbe?.httpGet).toEqual({ path: '/health/live', port: 'internal' });
      expect(container.startupProbe?.httpGet).toEqual({ path: '/health/live', port: 'internal' });
    }
    for (const { container } of named(backing)) {
      for (const probe of [container.readinessProbe, container.livenessProbe]) {
        expect(probe?.exec ?? probe?.tcpSocket).toBeDefined();
      }
    }
  });

  it('has time to finish its work in flight', () => {
    for (const { pod, container, strategy } of named(deployments)) {
      const environment = container.envFrom
        .map(({ configMapRef }) => (configMapRef ? configMapOf(manifests, configMapRef.name) : {}))
        .reduce((all, more) => ({ ...all, ...more }), {});
      const delay = Number(environment['SHUTDOWN_DELAY_MS'] ?? 0) / 1000;
      // 30 s to close, and some for the rest.
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delay + 35);
      if (container.ports.some(({ name }) => name === 'http') && container.name !== 'web') expect(delay).toBe(10);
      expect(strategy).toMatchObject({ rollingUpdate: { maxUnavailable: 0 } });
    }
  });

  it('spreads replicas over zones and nodes', () => {
    for (const { pod } of named(deployments)) {
      const keys = pod.topologySpreadConstraints.map(({ topologyKey }) => topologyKey);
      expect(keys).toEqual(['topology.kubernetes.io/zone', 'kubernetes.io/hostname']);
    }
  });

  it('scales each part by itself, and lets nodes be emptied one pod at a time', () => {
    const scaled = [...namesOf('HorizontalPodAutoscaler'), ...namesOf('ScaledObject')];
    expect(scaled.sort()).toEqual([...deployments].sort());
    expect(namesOf('PodDisruptionBudget').sort()).toEqual([...deployments, ...(isLocal ? backing : [])].sort());
    const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget');
    for (const { metadata, spec } of budgets) {
      expect(spec).toEqual({
        maxUnavailable: 1,
        selector: { matchLabels: { 'app.kubernetes.io/name': metadata.name } },
      });
    }
  });

  it('takes secrets by reference only', () => {
    expect(namesOf('Secret')).toEqual([]);
    for (const { container } of workloads) {
      const plain = container.env.filter(({ value }) => value !== undefined).map(({ name }) => name);
      expect(plain.filter((name) => /PASSWORD|SECRET|KEY|_URL$/.test(name))).toEqual([]);
    }
  });
});

describe.each(['local', 'production'] as const)('the network of overlay %s', (overlay) => {
  /** What a pod with these labels may reach, by what the policies are called. */
  async function network() {
    const manifests = await renderOverlay(overlay);
    return { workloads: workloadsOf(manifests), policies: networkPoliciesOf(manifests) };
  }

  it('is closed both ways for every workload, but for what is named', async () => {
    const { workloads, policies } = await network();
    const denying = policies.find(({ metadata }) => metadata.name === 'deny-all');
    expect(denying?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'], ingress: [], egress: [] });
    for (const { labels } of workloads) {
      const about = policies.filter((policy) => selects(policy, labels));
      expect(new Set(about.flatMap(({ spec }) => spec.policyTypes))).toEqual(new Set(['Ingress', 'Egress']));
    }
    for (const peer of policies.flatMap(({ spec }) => [
      ...spec.ingress.flatMap(({ from }) => from),
      ...spec.egress.flatMap(({ to }) => to),
    ])) {
      // An empty selector is everybody.
      for (const { matchLabels = {} } of [peer.podSelector, peer.namespaceSelector].filter(
        (one) => one !== undefined,
      )) {
        expect(Object.keys(matchLabels)).not.toEqual([]);
      }
      if (peer.ipBlock?.cidr === '0.0.0.0/0') expect(peer.ipBlock.except).toContain('10.0.0.0/8');
    }
  });

  const needs: Record<string, string[]> = {
    web: [],
    gateway: ['collector', 'redis', 'uploads'],
    'auth-service': ['collector', 'identity-providers', 'postgres', 'redis'],
    'auth-worker': ['collector', 'postgres', 'redis', 'smtp'],
    'sites-service': ['collector', 'postgres', 'redis', 's3'],
    'sites-worker': ['collector', 'postgres', 'redis', 's3'],
    'sites-uploads': ['collector', 'postgres', 'redis', 's3'],
    'sites-viewer': ['collector', 'postgres', 'redis', 's3'],
    'feedback-service': ['collector', 'postgres', 'redis'],
    'feedback-worker': ['collector', 'postgres', 'redis', 'smtp'],
    'auth-migrate': ['postgres'],
    'sites-migrate': ['postgres'],
    'feedback-migrate': ['postgres'],
  };

  it('lets each reach what it needs and no more', async () => {
    const { workloads, policies } = await network();
    for (const [name, needed] of Object.entries(needs)) {
      const labels = workloads.find((workload) => workload.name === name)?.labels ?? {};
      const reached = policies
        .filter((policy) => selects(policy, labels) && policy.spec.egress.length > 0)
        .map(({ metadata }) => metadata.name.replace('reach-', ''))
        .filter((policy) => policy !== 'ask-dns');
      // Issuers of ID tokens are on the web: the local overlay has none.
      const expected = needed.filter((need) => overlay === 'production' || need !== 'identity-providers');
      expect([name, reached.sort()]).toEqual([name, expected]);
    }
  });

  it('lets each ask DNS, also by a cache on its node, and nobody else', async () => {
    const { policies } = await network();
    const rules = policies.find(({ metadata }) => metadata.name === 'ask-dns')?.spec.egress ?? [];
    expect(rules.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual([53, 53]);
    const reached = new BlockList();
    for (const { ipBlock } of rules.flatMap(({ to }) => to)) {
      const [address = '', bits] = ipBlock?.cidr.split('/') ?? [];
      if (ipBlock) reached.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
    }
    for (const address of ['169.254.20.10', '10.96.0.10', '172.20.0.10']) expect(reached.check(address)).toBe(true);
    expect(reached.check('fd00:10:96::a', 'ipv6')).toBe(true);
    for (const address of ['169.254.169.254', '8.8.8.8']) expect(reached.check(address)).toBe(false);
  });

  it('lets namespaces labelled as the edge reach gateway, uploads, viewer and web, and nothing else from outside', async () => {
    const { workloads, policies } = await network();
    const reachableFrom = (label: string): string[] =>
      workloads
        .filter(({ labels }) =>
          policies
            .filter((policy) => selects(policy, labels))
            .flatMap(({ spec }) => spec.ingress.flatMap(({ from }) => from))
            .some(({ namespaceSelector }) => label in (namespaceSelector?.matchLabels ?? {})),
        )
        .map(({ name }) => name)
        .sort();
    expect(reachableFrom('haru-edge')).toEqual(['gateway', 'sites-uploads', 'sites-viewer', 'web']);
    const manifests = await renderOverlay(overlay);
    const edge = manifests.find(({ kind, metadata }) => kind === 'Namespace' && metadata.name === 'haru-edge');
    expect(edge?.metadata.labels).toMatchObject({ 'haru-edge': 'true' });
  });

  it('opens the ports that processes listen on', async () => {
    const { workloads, policies } = await network();
    for (const { labels, container } of workloads) {
      const opened = policies
        .filter((policy) => selects(policy, labels))
        .flatMap(({ spec }) => spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port)));
      const own = z
        .array(z.union([z.string(), z.number()]))
        .parse(container.ports.flatMap(({ name, containerPort }) => [name, containerPort]));
      expect(opened.filter((port) => !own.includes(port))).toEqual([]);
    }
  });
});
