import { readFile, writeFile } from 'node:fs/promises';

/** Reads a service's committed `schema.sql`. `HARU_WRITE_SCHEMA=1` writes `described` into it first. */
export async function schemaFile(file: URL, described: string): Promise<string> {
  const text = `-- Written by the migrations' test with HARU_WRITE_SCHEMA=1; the sources are in src/tables.\n\n${described}`;
  if (process.env['HARU_WRITE_SCHEMA']) await writeFile(file, text);
  return (await readFile(file, 'utf8')).slice(text.length - described.length);
}
