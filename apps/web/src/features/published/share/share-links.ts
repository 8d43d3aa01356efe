/** Opens LINE with the address, ready to be sent. */
export const lineShareUrl = (url: string): string =>
  `https://social-plugins.line.me/lineit/share?${new URLSearchParams({ url }).toString()}`;

/** Opens X with a post that is not sent yet. */
export const xShareUrl = (url: string, title: string): string =>
  `https://x.com/intent/post?${new URLSearchParams({ text: title, url }).toString()}`;

export interface ShownAddress {
  /** Without the scheme; may be shortened at its end. */
  start: string;
  /** Always shown whole, as the path is what tells addresses apart. */
  end: string;
}

/** The two parts of an address as it is shown on one line. */
export function shownAddress(url: string): ShownAddress {
  const text = url.replace(/^https?:\/\//, '');
  const cut = text.lastIndexOf('/');
  return { start: text.slice(0, cut + 1), end: text.slice(cut + 1) };
}
