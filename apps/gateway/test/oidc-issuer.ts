import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export interface OidcIssuer {
  /** Its tokens have this `iss`. */
  url: string;
  /** Claims given here replace the usual ones; undefined removes one. */
  token(claims?: JWTPayload): Promise<string>;
  /** A key that the issuer does not publish signs it, under the name of one that it does. */
  forgedToken(claims?: JWTPayload): Promise<string>;
  stop(): Promise<void>;
}

export const clientId = 'haru-at-the-issuer';

/** This is a real, small OpenID Connect issuer on loopback: discovery, keys and ID tokens. */
export async function startOidcIssuer(): Promise<OidcIssuer> {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({ issuer: url, jwks_uri: `${url}/keys` }),
    '/keys': () => ({ keys: [jwk] }),
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.() ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sign = (key: typeof own.privateKey, claims: JWTPayload) => {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: url, aud: clientId, iat: now, exp: now + 300, jti: randomUUID() };
    return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
  };
  return {
    url,
    token: (claims = {}) => sign(own.privateKey, claims),
    forgedToken: (claims = {}) => sign(foreign.privateKey, claims),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
