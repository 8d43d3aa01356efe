import type { PageAddresses } from '@haru/contracts';

/** Returns a small page for clients that show one text: it links to a page of several files. */
export function linkToFiles(path: string, addresses: PageAddresses): string {
  const url = addresses.urlOf(path, true);
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><p>このページは複数のファイルでできています。<a href="${url}" target="_top">ページを開く</a></p></html>`;
}
