import { describe, expect, it } from '@jest/globals';
import { readSettings } from './settings.js';

describe('the settings of a start', () => {
  it('takes servers that run already, both or none, and does not empty them', () => {
    const env = { POSTGRES_URL: 'postgres://localhost/postgres', REDIS_URL: 'redis://localhost' };
    expect(readSettings([], 'built', { REDIS_URL: env.REDIS_URL }).servers).toBeUndefined();
    expect(readSettings([], 'built', env).servers).toEqual({ postgresUrl: env.POSTGRES_URL, redisUrl: env.REDIS_URL });
    expect(() => readSettings([], 'built', { ...env, REDIS_URL: '' })).toThrow('REDIS_URL');
    expect(() => readSettings(['--reset'], 'built', env)).toThrow('POSTGRES_URL');
  });

  it('is at localhost:3000 with one process each when nothing is said', () => {
    const settings = readSettings([], 'built', {});
    expect(settings.publicOrigin).toBe('http://localhost:3000');
    expect(settings.ports).toEqual({ app: 3000, viewer: 3001, smtp: 1025, mail: 8025 });
    expect(settings.replicas).toEqual({
      'auth-service': 1,
      'auth-worker': 1,
      'sites-service': 1,
      'sites-worker': 1,
      'feedback-service': 1,
      'feedback-worker': 1,
    });
    expect(settings.sharesProcesses).toBe(true);
    expect(settings.reset).toBe(false);
  });

  it('takes ports, replicas and the data folder from the environment', () => {
    const settings = readSettings(['--reset'], 'built', {
      PORT: '4000',
      SITES_SERVICE_REPLICAS: '3',
      HARU_DATA_DIR: '/data',
    });
    expect(settings.publicOrigin).toBe('http://localhost:4000');
    expect(settings.replicas['sites-service']).toBe(3);
    expect(settings.sharesProcesses).toBe(false);
    expect(settings.dataDirectory).toBe('/data');
    expect(settings.reset).toBe(true);
  });

  it('gives pages that need one an origin of their own, unless something else is set', () => {
    expect(readSettings([], 'built', { VIEWER_PORT: '4001' }).ownOrigins).toEqual({
      VIEWER_ORIGIN_PATTERN: 'http://{path}.pages.localhost:4001',
      OWN_ORIGINS_FOR: 'needed',
    });
    expect(readSettings([], 'built', { VIEWER_ORIGIN_PATTERN: '' }).ownOrigins).toEqual({});
    expect(readSettings([], 'built', { PAGES_ORIGIN: 'https://pages.example' }).ownOrigins).toEqual({});
  });

  it('says what is wrong', () => {
    expect(() => readSettings(['--rest'], 'built', {})).toThrow('Unknown argument --rest');
    expect(() => readSettings([], 'built', { PORT: 'http' })).toThrow(
      'PORT must be a whole number from 1 to 65535, not "http"',
    );
    const many = { PORT: 'http', BACKUP_KEEP: '0', BACKUP_EVERY_HOURS: '-3', BACKUP_TARGET: 's3://bucket/prefix' };
    expect(() => readSettings([], 'built', many)).toThrow(
      /PORT [^]*BACKUP_TARGET [^]*BACKUP_KEEP [^]*BACKUP_EVERY_HOURS /,
    );
    for (const email of ['admin', 'admin@localhost', 'Admin <admin@haru.example>'])
      expect(() => readSettings([], 'built', { ADMIN_EMAIL: email })).toThrow('ADMIN_EMAIL must be');
    expect(() => readSettings([], 'built', { ADMIN_EMAIL: 'Admin+1@haru.example' })).not.toThrow();
    // A secret of S3 often has a slash in it, which an address cannot have there.
    const unescaped = { BACKUP_TARGET: 'https://key:se/cret@s3.example/bucket' };
    expect(() => readSettings([], 'built', unescaped)).toThrow('BACKUP_TARGET must be');
  });
});
