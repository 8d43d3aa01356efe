import { expect, describe, it } from '@jest/globals';
import { schemaFaults, unknownFields } from './kubernetes-schemas.js';
import { isRecentKubectl, overlays, renderOverlay, type Manifest } from './kustomize.js';

describe.each(overlays)('overlay %s', (overlay) => {
  it('is what Kubernetes’ schemas allow, with no field that it does not know', async () => {
    const manifests = await renderOverlay(overlay);
    expect(manifests.length).toBeGreaterThan(50);
    expect(manifests.flatMap(schemaFaults)).toEqual([]);
    expect(unknownFields(manifests)).toEqual([]);
  }, 60_000);
});

it('takes a kubectl for recent by its own version, or a package’s', () => {
  expect(['v1.27.0', '1.32.4-dispatcher', '1:1.33.4-0'].filter(isRecentKubectl)).toHaveLength(3);
  expect(['v1.26.9', '1.20.5+really1.20.2-1.1+deb12u1', '', '(none)'].filter(isRecentKubectl)).toEqual([]);
});

describe('the check itself', () => {
  const deployment = (spec: object): Manifest => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'x', labels: {} },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'x' }] } },
      ...spec,
    },
  });

  it('finds a wrong type, a missing field and an unknown kind', () => {
    expect(schemaFaults(deployment({}))).toEqual([]);
    expect(schemaFaults(deployment({ replicas: '2' }))).toEqual([expect.stringContaining('replicas')]);
    expect(schemaFaults(deployment({ selector: undefined }))).toEqual([expect.stringContaining('selector')]);
    expect(schemaFaults({ ...deployment({}), apiVersion: 'apps/v1beta1' })).toHaveLength(1);
  });

  it('finds a field that does not exist', () => {
    expect(unknownFields([deployment({ replicas: 2 })])).toEqual([]);
    expect(unknownFields([deployment({ replica: 2 })])).toEqual([expect.stringContaining('replica')]);
  }, 60_000);
});
