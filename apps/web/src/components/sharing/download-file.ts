/** Saves text as a file, as a press on a download link does. */
export function downloadFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  downloadUrl(name, url);
  // The browser has read the blob's entry with the press.
  URL.revokeObjectURL(url);
}

/** Saves what a `blob:`, `data:` or same-origin URL holds. */
export function downloadUrl(name: string, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
