/**
 * Takes comments and spaces out of the JavaScript in the node_modules of a folder (`node minify-libraries.mjs /folder`). V8
 * keeps the text of each module that runs, in two bytes for each character when one of them is not Latin: 8 MB a process.
 */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify } from '@swc/core';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('say which folder');

/** Names stay as they are, because stack traces have them and some libraries read those of classes and functions. */
const options = { module: 'unknown', compress: false, mangle: false, format: { asciiOnly: true, comments: 'some' } };

const DRIVERS = join('typeorm', 'driver', 'DriverFactory.js');

const files = globSync('**/node_modules/**/*.{js,cjs,mjs}', { cwd: folder, withFileTypes: true })
  .filter((file) => file.isFile())
  .map((file) => join(file.parentPath, file.name));
await Promise.all(
  files.map(async (file) => {
    const source = await readFile(file, 'utf8');
    const { code } = await minify(source, options).catch((error) => {
      // Some packages contain wrong programs for their tests.
      console.warn(`${file} stays as it is: ${String(error).split('\n', 1)[0]}`);
      return { code: source };
    });
    await writeFile(file, file.endsWith(DRIVERS) ? loadDriverInUse(code) : code);
  }),
);

/**
 * TypeORM loads the drivers of all databases, which take 2.5 MB in each process. This loads the one that is created.
 * @param {string} code the minified module that creates drivers
 * @throws Error where a version of TypeORM creates them in another way
 */
function loadDriverInUse(code) {
  const files = new Map();
  const loading = code
    .replace(/const (\w+Driver_1)=require\("(\.\/[^"]+)"\);/g, (_, name, file) => (files.set(name, file), ''))
    .replace(/new (\w+Driver_1)\.(\w+)\(/g, (_, name, driver) => `new(require("${files.get(name)}").${driver})(`);
  if (files.size === 0 || /\wDriver_1\b/.test(loading)) throw new Error('TypeORM creates its drivers in another way');
  return loading;
}
