import { z } from 'zod';
import type { Manifest } from './kustomize.js';

const probe = z.looseObject({
  httpGet: z.object({ path: z.string(), port: z.string() }).optional(),
  exec: z.object({ command: z.array(z.string()) }).optional(),
  tcpSocket: z.object({ port: z.string() }).optional(),
});

const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).default([]),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).default([]),
  envFrom: z
    .array(
      z.strictObject({
        configMapRef: z.object({ name: z.string() }).optional(),
        secretRef: z.object({ name: z.string() }).optional(),
      }),
    )
    .default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ cpu: z.string(), memory: z.string() }),
  }),
  securityContext: z.unknown().optional(),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
});

const workloadSchema = z.object({
  kind: z.enum(['Deployment', 'StatefulSet', 'Job']),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    strategy: z.unknown().optional(),
    template: z.looseObject({
      metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        containers: z.tuple([container]),
        initContainers: z.undefined().optional(),
        securityContext: z.unknown().optional(),
        automountServiceAccountToken: z.unknown().optional(),
        terminationGracePeriodSeconds: z.number().optional(),
        topologySpreadConstraints: z.array(z.looseObject({ topologyKey: z.string() })).default([]),
        hostNetwork: z.undefined().optional(),
        volumes: z.array(z.record(z.string(), z.unknown())).default([]),
      }),
    }),
  }),
});

/** An object that runs pods of one container each. */
export interface Workload {
  name: string;
  kind: z.output<typeof workloadSchema>['kind'];
  labels: Record<string, string>;
  strategy: unknown;
  pod: z.output<typeof workloadSchema>['spec']['template']['spec'];
  container: z.output<typeof container>;
}

/** All objects that run pods. @throws ZodError when one has another form than the others */
export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return manifests
    .filter(({ kind }) => ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Pod'].includes(kind))
    .map((manifest) => {
      const { kind, metadata, spec } = workloadSchema.parse(manifest);
      const { metadata: podMetadata, spec: pod } = spec.template;
      const [only] = pod.containers;
      return { name: metadata.name, kind, labels: podMetadata.labels, strategy: spec.strategy, pod, container: only };
    });
}

/** The content of the ConfigMap with this name. @throws Error when there is none */
export function configMapOf(manifests: readonly Manifest[], name: string): Record<string, string> {
  const found = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
  if (!found) throw new Error(`there is no ConfigMap ${name}`);
  return z.record(z.string(), z.string()).parse(found['data']);
}

const selector = z.object({ matchLabels: z.record(z.string(), z.string()).optional() });
const peer = z.strictObject({
  podSelector: selector.optional(),
  namespaceSelector: selector.optional(),
  ipBlock: z.object({ cidr: z.string(), except: z.array(z.string()).optional() }).optional(),
});
const ports = z.array(z.object({ port: z.union([z.string(), z.number()]), protocol: z.string() })).min(1);

const networkPolicySchema = z.object({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.strictObject({
    podSelector: selector,
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
    ingress: z.array(z.strictObject({ from: z.array(peer).min(1), ports })).default([]),
    egress: z.array(z.strictObject({ to: z.array(peer).min(1), ports })).default([]),
  }),
});
type NetworkPolicy = z.output<typeof networkPolicySchema>;

/** The network policies. @throws ZodError when one has a rule that names no peer or no port, which means all of them */
export function networkPoliciesOf(manifests: readonly Manifest[]): NetworkPolicy[] {
  return manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map((manifest) => networkPolicySchema.parse(manifest));
}

/** Whether a policy applies to pods with these labels. */
export function selects(policy: NetworkPolicy, labels: Record<string, string>): boolean {
  return Object.entries(policy.spec.podSelector.matchLabels ?? {}).every(([name, value]) => labels[name] === value);
}
