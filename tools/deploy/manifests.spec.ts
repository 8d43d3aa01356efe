import { expect, describe, it } from '@jest/globals';
import { schemaFaults, unknownFields } from './kubernetes-schemas.js';
import { overlays, renderOverlay, type Manifest } from './kustomize.js';

describe.each(overlays)('overlay %s', (overlay) => {
  it('is what Kubernetes’ schemas allow, with no field that it does not know', async () => {
    const manifests = await renderOverlay(overlay);
    expect(manifests.length).toBeGreaterThan(50);
    expect(manifests.flatMap(schemaFaults)).toEqual([]);
    expect(unknownFields(manifests)).toEqual([]);
  }, 60_000);
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
