import { escapeHtml, MARKDOWN_START_PAGE, markdownPagesOf, pathKeyOf, START_PAGE } from '@haru/contracts';
import { filesTexts } from '../../../texts/files.js';
import { fileNameOf } from '../../files/list/file-tree.js';
import type { PageFile } from '../../files/page-file.js';
import { baseName, page } from '../file/text-page.js';

const text = filesTexts.startPage;

/** A longer text is only linked. */
const MAX_SHOWN_BYTES = 262_144;

const kinds = {
  html: /\.html?$/i,
  markdown: /\.(?:md|markdown)$/i,
  image: /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico)$/i,
  video: /\.(?:mp4|webm|m4v)$/i,
  audio: /\.(?:mp3|m4a|wav|ogg)$/i,
  text: /\.(?:txt|text|md|markdown|json|csv|tsv|log)$/i,
} as const;

type Kind = keyof typeof kinds;

export function isShowable(name: string): boolean {
  return kinds.image.test(name) || kinds.text.test(name);
}

const isOf = (kind: Kind, { path }: PageFile): boolean => kinds[kind].test(path);

/** Adds the page that visitors see first, where none of the files is called so. `notice` says what was added. */
export async function withStartPage(files: readonly PageFile[]): Promise<{ files: PageFile[]; notice: string }> {
  if ([...files, ...markdownPagesOf(files)].some(({ path }) => path === START_PAGE))
    return { files: [...files], notice: '' };
  const only = files.filter((file) => files.length === 1 && isOf('html', file));
  const alike = files.find(({ path }) => [START_PAGE, 'index.htm'].includes(pathKeyOf(path))) ?? only[0];
  if (alike) {
    const renamed = files.map((file) => (file === alike ? { ...file, path: START_PAGE } : file));
    return { files: renamed, notice: text.renamed(alike.path) };
  }
  const first = firstAtTop(files, 'html') ?? firstAtTop(files, 'markdown');
  if (first) {
    // The copy has the same hash, so its bytes are sent and counted once.
    const copy = { ...first, path: isOf('html', first) ? START_PAGE : MARKDOWN_START_PAGE };
    return { files: [copy, ...files], notice: text.same(first.path) };
  }
  const html = await pageOfFiles(files);
  const content = new Blob([html], { type: 'text/html' });
  return { files: [{ path: START_PAGE, bytes: content.size, content }, ...files], notice: text.made };
}

function firstAtTop(files: readonly PageFile[], kind: Kind): PageFile | undefined {
  return files
    .filter((file) => isOf(kind, file) && !file.path.includes('/'))
    .toSorted((one, other) => one.path.localeCompare(other.path))[0];
}

/** Makes a page that shows these files one below the other, and links those that it cannot show. */
async function pageOfFiles(files: readonly PageFile[]): Promise<string> {
  const [only] = files;
  const isSingle = files.length === 1;
  const parts: string[] = [];
  for (const file of files) {
    const shown = await elementOf(file);
    const name = `<a href="${addressOf(file.path)}">${escapeHtml(file.path)}</a>`;
    parts.push(isSingle && shown !== '' ? shown : `<figure>${shown}<figcaption>${name}</figcaption></figure>`);
  }
  return page(isSingle && only ? baseName(fileNameOf(only.path)) : text.listTitle, parts.join('\n'));
}

async function elementOf(file: PageFile): Promise<string> {
  const address = addressOf(file.path);
  if (isOf('image', file)) return `<img src="${address}" alt="${escapeHtml(baseName(fileNameOf(file.path)))}">`;
  if (isOf('video', file)) return `<video src="${address}" controls></video>`;
  if (isOf('audio', file)) return `<audio src="${address}" controls></audio>`;
  if (!isOf('text', file) || file.bytes > MAX_SHOWN_BYTES || !(file.content instanceof Blob)) return '';
  return `<pre>${escapeHtml(indented(file.path, await file.content.text()))}</pre>`;
}

function indented(path: string, content: string): string {
  const plain = content.replace(/^\ufeff/, '');
  if (!/\.json$/i.test(path)) return plain;
  try {
    return JSON.stringify(JSON.parse(plain), null, 2);
  } catch {
    return plain;
  }
}

const addressOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
