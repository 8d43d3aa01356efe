/**
 * Reads a URL that may list several addresses, such as `postgres://user:password@one:5432,two:5432/haru`.
 * @returns a URL for each address, in their order; an empty list if one of them is not a URL
 */
export function urlsOf(url: string): URL[] {
  const [, start = '', addresses, rest = ''] = /^([a-z][a-z0-9+]*:\/\/(?:[^@/]*@)?)([^/?#@]+)(.*)$/i.exec(url) ?? [];
  const urls = (addresses?.split(',') ?? []).map((address) => `${start}${address}${rest}`);
  return urls.every((one) => URL.canParse(one)) ? urls.map((one) => new URL(one)) : [];
}
