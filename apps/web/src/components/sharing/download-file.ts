export function downloadFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  downloadUrl(name, url);
  // The browser has read the blob at the press.
  URL.revokeObjectURL(url);
}

/** Saves the content of a `blob:`, `data:` or same-origin URL. */
export function downloadUrl(name: string, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
