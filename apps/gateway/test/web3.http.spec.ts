import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { expectRefused, publicClient, serviceClient } from './accounts-of-tests.js';
import { type RunningSystem, startSystem } from './start-system.js';

let system: RunningSystem;

beforeAll(async () => {
  system = await startSystem({ env: { AUTH_RATE_LIMITS: '1000', AUTH_WEB3: 'on' } });
}, 60_000);
afterAll(() => system.close(), 60_000);

/** The wallet works like a browser's extension, with a key of its own. */
function ethereumWallet() {
  const key = secp256k1.utils.randomSecretKey();
  const address = `0x${Buffer.from(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(-20)).toString('hex')}`;
  const sign = (message: string): `0x${string}` => {
    const text = Buffer.from(message);
    const hash = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]));
    const [recovery = 0, ...rest] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
    return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`;
  };
  return { address, sign };
}

interface Wish {
  url?: string;
  domain?: string;
  issuedAt?: Date;
  more?: string[];
}

function messageOf(address: string, { url, domain, issuedAt = new Date(), more = [] }: Wish = {}) {
  const uri = new URL(url ?? system.origin);
  return [
    `${domain ?? uri.host} wants you to sign in with your Ethereum account:`,
    address,
    '',
    `URI: ${uri.href}`,
    'Version: 1',
    'Chain ID: 1',
    `Issued At: ${issuedAt.toISOString()}`,
    ...more,
  ].join('\n');
}

function signIn(wish: Wish = {}, wallet = ethereumWallet()) {
  const message = messageOf(wallet.address, wish);
  return publicClient(system).auth.signInWithWeb3({ chain: 'ethereum', message, signature: wallet.sign(message) });
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

describe('signInWithWeb3', () => {
  it('signs in an Ethereum wallet, the same account each time', async () => {
    const wallet = ethereumWallet();
    const first = await signIn({}, wallet);
    expect(first.error).toBeNull();
    expect(first.data.user).toMatchObject({
      email: '',
      is_anonymous: false,
      identities: [{ provider: 'web3', id: `web3:ethereum:${wallet.address}` }],
    });
    const second = await signIn({ issuedAt: minutes(-1) }, wallet);
    expect(second.data.user?.id).toBe(first.data.user?.id);
  });

  it('signs in by what the client writes for a browser’s wallet', async () => {
    const { address, sign } = ethereumWallet();
    const wallet = {
      address,
      request: ({ method, params }: { method: string; params?: unknown }) => {
        if (method !== 'personal_sign') return Promise.resolve([address]);
        const [hex = ''] = params as string[];
        return Promise.resolve(sign(Buffer.from(hex.slice(2), 'hex').toString()));
      },
      on: () => undefined,
      removeListener: () => undefined,
    };
    const { error } = await publicClient(system).auth.signInWithWeb3({
      chain: 'ethereum',
      wallet: wallet,
      statement: '貼るにログインします。',
      options: { url: system.origin },
    });
    expect(error).toBeNull();
  });

  it('signs in a Solana wallet', async () => {
    const { secretKey, publicKey } = ed25519.keygen();
    const wallet = {
      publicKey: { toBase58: () => base58(publicKey) },
      signMessage: (message: Uint8Array) => Promise.resolve(ed25519.sign(Uint8Array.from(message), secretKey)),
    };
    const { data, error } = await publicClient(system).auth.signInWithWeb3({
      chain: 'solana',
      wallet: wallet,
      statement: 'Sign in.',
      options: { url: system.origin },
    });
    expect(error).toBeNull();
    expect(data.user?.identities?.[0]?.id).toBe(`web3:solana:${base58(publicKey)}`);
  });

  it('takes a message once', async () => {
    const wallet = ethereumWallet();
    const wish = { issuedAt: new Date() };
    expect((await signIn(wish, wallet)).error).toBeNull();
    const again = await signIn(wish, wallet);
    expectRefused(again, 400, undefined);
    expect(again.error?.message).toBe('Signed message was used before');
  });

  it.each<[string, () => Wish]>([
    ['a site that is not this one', () => ({ url: 'https://elsewhere.test' })],
    ['http, elsewhere', () => ({ url: 'http://elsewhere.test' })],
    ['a domain that is not its URI’s', () => ({ domain: 'elsewhere.test' })],
    ['long ago', () => ({ issuedAt: minutes(-11) })],
    ['far ahead', () => ({ issuedAt: minutes(11) })],
    ['an end that is past', () => ({ more: [`Expiration Time: ${minutes(-1).toISOString()}`] })],
    ['a beginning to come', () => ({ more: [`Not Before: ${minutes(1).toISOString()}`] })],
  ])('refuses a message for %s', async (_what, wish) => {
    expectRefused(await signIn(wish()), 400, undefined);
  });

  it('refuses another wallet’s signature', async () => {
    const [one, other] = [ethereumWallet(), ethereumWallet()];
    expectRefused(await signIn({}, { ...one, sign: other.sign }), 400, undefined);
  });

  it('refuses what is no message, no signature and no chain it knows', async () => {
    const { auth } = publicClient(system);
    const { address, sign } = ethereumWallet();
    const message = messageOf(address);
    const give = (members: object) =>
      auth.signInWithWeb3({ chain: 'ethereum', message, signature: sign(message), ...members });
    expectRefused(await give({ message: 'short' }), 400, 'validation_failed');
    expectRefused(await give({ message: `${message}\n${'x'.repeat(20_480)}` }), 400, 'validation_failed');
    expectRefused(await give({ message: message.replace('Version: 1', 'Version: 2') }), 400, 'validation_failed');
    expectRefused(await give({ signature: '0x00' }), 400, 'validation_failed');
    const raw = await system.call('/auth/v1/token?grant_type=web3', {
      method: 'POST',
      json: { chain: 'bitcoin', message, signature: 'x' },
    });
    expect([raw.status, await raw.json()]).toMatchObject([400, { code: 'web3_unsupported_chain' }]);
  });

  it('refuses a banned account', async () => {
    const wallet = ethereumWallet();
    const { data } = await signIn({}, wallet);
    await serviceClient(system).auth.admin.updateUserById(data.user?.id ?? '', { ban_duration: '1h' });
    expectRefused(await signIn({ issuedAt: minutes(-2) }, wallet), 400, 'user_banned');
  });
});

function base58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let text = '';
  for (let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n) {
    text = (alphabet[Number(rest % 58n)] ?? '') + text;
  }
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text;
}
