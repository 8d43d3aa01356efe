import { readFile } from 'node:fs/promises';

/** Reads the files in a text. Each begins with a line `=== name`. */
export async function readFixtures(file: string): Promise<{ name: string; source: string }[]> {
  const parts = (await readFile(file, 'utf8')).split(/^=== /m).slice(1);
  return parts.map((part) => ({ name: part.slice(0, part.indexOf('\n')), source: part.slice(part.indexOf('\n') + 1) }));
}
