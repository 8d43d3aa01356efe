import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { trafficKindOf } from './traffic-kind.js';

it.each([
  ['GET', '/healthz', {}, 'health'],
  ['GET', '/functions/v1/serve-site?path=abc', {}, 'read'],
  ['OPTIONS', '/functions/v1/create-site', {}, 'read'],
  ['GET', '/auth/v1/user', {}, 'read'],
  ['POST', '/functions/v1/create-site', { 'content-length': '65536' }, 'smallWrite'],
  ['POST', '/functions/v1/create-site', { 'content-length': '65537' }, 'largeWrite'],
  ['POST', '/functions/v1/update-site', { 'content-length': '65536' }, 'smallWrite'],
  ['POST', '/functions/v1/update-site', { 'content-length': '65537' }, 'largeWrite'],
  ['POST', '/functions/v1/create-site', { 'transfer-encoding': 'chunked' }, 'largeWrite'],
  ['POST', '/auth/v1/token?grant_type=password', {}, 'signIn'],
  ['POST', '/auth/v1/signup', {}, 'signIn'],
  ['POST', '/auth/v1/token?grant_type=refresh_token', {}, 'smallWrite'],
  ['POST', '/auth/v1/logout?scope=local', {}, 'smallWrite'],
  ['GET', '/auth/v1/admin/users', {}, 'admin'],
  ['GET', '/admin/v1/sites', {}, 'admin'],
  ['GET', '/administration', {}, 'read'],
])('%s %s with %j is of the kind %s', (method, url, headers, kind) => {
  const request = Object.assign(new IncomingMessage(new Socket()), { method, url, headers });
  expect(trafficKindOf(request)).toBe(kind);
});
