import { readFileSync } from 'node:fs';

/** Reads a table of brands or words, which is a JSON file of this library. */
export function readData<Data>(name: string): Data {
  return JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as Data;
}
