import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@haru/testing';
import { describe, expect, it } from '@jest/globals';
import { apiPrefixes, sharePrefixes } from '../../apps/gateway/src/front-door/front-door.js';
import { createWebApp } from '../../apps/gateway/src/front-door/web-app.js';
import { root } from '../start/settings.js';

const read = (file: string): string => readFileSync(join(root, 'tools/deploy', file), 'utf8');

describe('the edge', () => {
  const locations = [...read('edge.conf').matchAll(/location ~ (\S+) \{ proxy_pass http:\/\/\$(\w+); \}/g)];
  const roomOf = (path: string): string =>
    locations.find(([, pattern = '']) => new RegExp(pattern).test(path))?.[2] ?? 'web';

  it.each(sharePrefixes)('sends %s to the viewer', (prefix) => {
    expect([roomOf(prefix), roomOf(`${prefix}/x`), roomOf(`${prefix}s`)]).toEqual(['viewer', 'viewer', 'web']);
  });

  it.each(apiPrefixes)('sends %s to the gateway', (prefix) => {
    expect([roomOf(prefix), roomOf(`${prefix}/x`), roomOf(`${prefix}s`)]).toEqual(['gateway', 'gateway', 'web']);
  });
});

describe('the web image', () => {
  it('answers 404 for files that there are not, and the app for every other address', () => {
    const pattern = new RegExp(/location ~ (\S+) \{ try_files \$uri =404; \}/.exec(read('web.conf'))?.[1] ?? '(?!)');
    expect(['/x.php', '/a/b.map', '/.env'].map((path) => pattern.test(path))).toEqual([true, true, true]);
    expect(['/', '/auth/confirm', '/a.b/c'].map((path) => pattern.test(path))).toEqual([false, false, false]);
  });

  it('gives the headers that the gateway gives the app', async () => {
    const directory = await temporaryDirectory('haru-web-');
    await writeFile(join(directory.path, 'index.html'), '<!doctype html>');
    const app = await createWebApp(directory.path, false, ["'self'$page_source"]);
    const { headers } = await app.inject('/');
    await app.close();
    await directory.remove();
    const sent = [
      'content-length',
      'content-type',
      'accept-ranges',
      'last-modified',
      'etag',
      'date',
      'connection',
      'vary',
    ];
    const expected = Object.fromEntries(Object.entries(headers).filter(([name]) => !sent.includes(name)));
    const configured = [...read('web.conf').matchAll(/^ {4}add_header (\S+) (?:"([^"]*)"|(\S+?))(?: always)?;$/gm)];
    const given = Object.fromEntries(
      configured.map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain]),
    );
    expect(given).toEqual({
      ...expected,
      // By what is asked for, and on TLS.
      'cache-control': '$caching',
      'strict-transport-security': '$transport_security',
    });
  });
});
