/** Without the clipboard API, as on plain HTTP, `execCommand` is tried. @returns whether it worked */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

const PLAIN = 'text/plain';
const blobOf = (text: string): Blob => new Blob([text], { type: PLAIN });

/** Safari copies only within the handler of a press, so it is called before the text is known. */
export async function copyTextLater(text: Promise<string>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [PLAIN]: text.then(blobOf) })]);
    return true;
  } catch {
    return text.then(copyText, () => false);
  }
}

function copyByCommand(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
