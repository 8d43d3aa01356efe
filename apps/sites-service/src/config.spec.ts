import { describe, expect, it } from '@jest/globals';
import { parseEnv } from '@haru/service-runtime';
import { workerEnv } from './config.js';

const others = { REDIS_URL: 'redis://redis', PAGE_MANIFEST_KEY: 'k'.repeat(32) };
const service = { ...others, DATABASE_URL: 'postgres://u:p@db/sites' };
const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

describe('where pages are kept', () => {
  it('is a folder, or a bucket', () => {
    expect(parseEnv(workerEnv, { ...service, HTML_STORAGE_DIR: 'html' })).toMatchObject({
      ...service,
      PAGE_MANIFEST_KEY: [service.PAGE_MANIFEST_KEY],
      RECONCILE_SECONDS: 600,
      VERSION_RETENTION: { keepAllHours: 24, newestTemporary: 10, newestRegistered: 50, maxDays: 365 },
      htmlStorage: { kind: 'disk', directory: 'html' },
    });
    expect(parseEnv(workerEnv, { ...service, ...keys, S3_ENDPOINT: 'http://minio:9000' }).htmlStorage).toEqual({
      kind: 's3',
      endpoint: 'http://minio:9000',
      region: 'us-east-1',
      bucket: 'html-sites',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
  });

  it.each([
    ['nothing', {}, ['HTML_STORAGE_DIR']],
    ['both', { HTML_STORAGE_DIR: 'html', ...keys, S3_ENDPOINT: 'http://minio:9000' }, ['HTML_STORAGE_DIR']],
    ['a bucket without its server', { S3_BUCKET: 'pages', ...keys }, ['S3_ENDPOINT']],
    ['half of it', { S3_ENDPOINT: 'minio', S3_BUCKET: 'A' }, ['S3_ENDPOINT', 'S3_BUCKET', ...Object.keys(keys)]],
  ])('cannot be %s, and every fault is named, beside those of the rest', (_, given, faults) => {
    const parse = () => parseEnv(workerEnv, { ...others, ...given });
    expect(parse).toThrow(`${faults.length + 1} fault(s)`);
    for (const name of ['DATABASE_URL', ...faults]) expect(parse).toThrow(`  ${name}: `);
  });
});
