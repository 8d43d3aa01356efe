import { formatOfName, pathsOfMarkdownPage, type TreeFile } from '@haru/contracts';

/** What the address of a file leads to. */
export type Found =
  | { kind: 'file'; file: TreeFile; status: 200 | 404 }
  /** `path` is relative to the root of the tree, and encoded. */
  | { kind: 'redirect'; path: string };

const INDEX = 'index.html';

/**
 * Finds what a static host shows at an address: the file itself, `x.html` for `/x`, and `index.html` for a folder, whose
 * address ends with a slash. Otherwise it is `200.html`, from which a program for the browser routes by itself, or
 * `404.html`. Who follows a link to a Markdown file sees the page that is rendered from it. Folders are not listed.
 * @param address begins with a slash, and is encoded
 * @param isNavigation a missing image or script is not answered with a document
 */
export function findInTree(
  files: ReadonlyMap<string, TreeFile>,
  address: string,
  isNavigation: boolean,
): Found | undefined {
  const name = decoded(address);
  const page = name === undefined || !isNavigation ? undefined : pageOfMarkdown(files, name);
  if (page) return { kind: 'file', file: page, status: 200 };
  const found = name === undefined ? undefined : (at(files, name) ?? at(files, name.normalize('NFC')));
  // Certificate authorities ask here whether a requester controls the host. Pages cannot have such files.
  if (found || !isNavigation || name?.startsWith('.well-known/')) return found;
  const isRoute = name !== undefined && !name.slice(name.lastIndexOf('/') + 1).includes('.');
  return fileAt(files, '200.html') ?? fileAt(files, '404.html', 404) ?? (isRoute ? fileAt(files, INDEX) : undefined);
}

function at(files: ReadonlyMap<string, TreeFile>, name: string): Found | undefined {
  if (name === '' || name.endsWith('/')) {
    const index = indexOf(files, name);
    if (index) return index;
    const folder = name.slice(0, -1);
    return folder !== '' && files.has(`${folder}.html`) ? { kind: 'redirect', path: encodedPath(folder) } : undefined;
  }
  const found = fileAt(files, name) ?? fileAt(files, `${name}.html`);
  if (found) return found;
  return indexOf(files, `${name}/`) ? { kind: 'redirect', path: `${encodedPath(name)}/` } : undefined;
}

/** Old sites have `index.htm`. @param folder ends with a slash, unless it is empty */
function indexOf(files: ReadonlyMap<string, TreeFile>, folder: string): Found | undefined {
  return fileAt(files, folder + INDEX) ?? fileAt(files, `${folder}index.htm`);
}

function fileAt(files: ReadonlyMap<string, TreeFile>, name: string, status: 200 | 404 = 200): Found | undefined {
  const file = files.get(name);
  return file && { kind: 'file', file, status };
}

/** Returns the page that is rendered from the Markdown file at this path, if there is one. */
function pageOfMarkdown(files: ReadonlyMap<string, TreeFile>, source: string): TreeFile | undefined {
  if (formatOfName(source) !== 'markdown') return undefined;
  const pages = pathsOfMarkdownPage(source).map((path) => files.get(path));
  return pages.find((page) => page?.renderedFrom === source);
}

function decoded(address: string): string | undefined {
  const encoded = address.slice(1);
  if (!encoded.includes('%')) return encoded;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

function encodedPath(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/');
}
