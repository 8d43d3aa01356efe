import type { PageFile } from '../../files/page-file.js';

/** Short ones are icons, which load faster within the page. */
const MIN_LENGTH = 4_096;

const dataImage = /data:image\/(png|jpeg|gif|webp|avif);base64,([A-Za-z0-9+/]+={0,2})/g;

/** Moves the images that are written in a page into files of their own. The same image becomes one file. */
export function splitDataImages(html: string): { html: string; images: PageFile[] } {
  const images = new Map<string, PageFile>();
  const rest = html.replace(dataImage, (address, type: string, base64: string) => {
    if (address.length < MIN_LENGTH) return address;
    const known = images.get(base64);
    if (known) return known.path;
    const content = blobOf(base64, `image/${type}`);
    if (!content) return address;
    const path = `image-${images.size + 1}.${type === 'jpeg' ? 'jpg' : type}`;
    images.set(base64, { path, bytes: content.size, content });
    return path;
  });
  return { html: rest, images: [...images.values()] };
}

function blobOf(base64: string, type: string): Blob | undefined {
  try {
    return new Blob([Uint8Array.from(window.atob(base64), (character) => character.charCodeAt(0))], { type });
  } catch {
    return undefined;
  }
}
