export const lineShareUrl = (url: string): string =>
  `https://social-plugins.line.me/lineit/share?${new URLSearchParams({ url }).toString()}`;

export const xShareUrl = (url: string, title: string): string =>
  `https://x.com/intent/post?${new URLSearchParams({ text: title, url }).toString()}`;

interface ShownAddress {
  /** It has no scheme and may be shortened at its end. */
  start: string;
  /** It is always shown whole, because the path identifies the page. */
  end: string;
}

export function shownAddress(url: string): ShownAddress {
  const text = url.replace(/^https?:\/\//, '');
  const cut = text.lastIndexOf('/');
  return { start: text.slice(0, cut + 1), end: text.slice(cut + 1) };
}
