import { expect, it } from '@jest/globals';
import { defaultPublishLimits } from '@haru/contracts';
import { takeFiles, type TakenFiles } from './take-files.js';

/** It has `site/index.html`, `site/表ソ能.txt` and `__MACOSX/._a`, with names in CP932. */
const ARCHIVE = Buffer.from(
  [
    'UEsDBBQAAAAIAAAAIVwmof8fEAAAABIAAAAPAAAAc2l0ZS9pbmRleC5odG1ssynJLMlJtXs2Y6mNPoQJAFBLAwQUAAAACAAAACFc',
    'A4pirAYAAAAyAAAADwAAAHNpdGUvlVyDXJRcLnR4dKuoIBUAAFBLAwQUAAAACAAAACFcFSbb+wMAAAABAAAADAAAAF9fTUFDT1NY',
    'Ly5fYasEAFBLAQIUAxQAAAAIAAAAIVwmof8fEAAAABIAAAAPAAAAAAAAAAAAAACAAQAAAABzaXRlL2luZGV4Lmh0bWxQSwECFAMU',
    'AAAACAAAACFcA4pirAYAAAAyAAAADwAAAAAAAAAAAAAAgAE9AAAAc2l0ZS+VXINclFwudHh0UEsBAhQDFAAAAAgAAAAhXBUm2/sD',
    'AAAAAQAAAAwAAAAAAAAAAAAAAIABcAAAAF9fTUFDT1NYLy5fYVBLBQYAAAAAAwADALQAAACdAAAAAAA=',
  ].join(''),
  'base64',
);

const archiveOf = (bytes: Uint8Array<ArrayBuffer>, name = 'site.zip') => new File([bytes], name);
const shortOf = ({ files, leftOut }: TakenFiles) => [
  files.map(({ path, bytes }) => `${path} ${bytes}`),
  leftOut.map(({ path }) => path),
];

it('unpacks an archive with Japanese names, without its top folder and what systems add', async () => {
  const taken = await takeFiles([archiveOf(ARCHIVE)], defaultPublishLimits);
  expect(shortOf(taken)).toEqual([['index.html 18', '表ソ能.txt 50'], ['__MACOSX/._a']]);
});

it('counts only the files that are taken, and keeps an archive that replaces a file', async () => {
  const limits = { ...defaultPublishLimits, treeBytes: 68 };
  expect((await takeFiles([archiveOf(ARCHIVE)], limits)).files).toHaveLength(2);
  const kept = await takeFiles([archiveOf(ARCHIVE)], defaultPublishLimits, true);
  expect(kept.files.map(({ path }) => path)).toEqual(['site.zip']);
});

it('takes an archive and files together', async () => {
  const taken = await takeFiles([archiveOf(ARCHIVE), new File(['x'], 'a.css')], defaultPublishLimits);
  expect(shortOf(taken)[0]).toEqual(['site/index.html 18', 'site/表ソ能.txt 50', 'a.css 1']);
});

it('names a file that no page can have', async () => {
  const outside = new File(['x'], 'a.html');
  Object.defineProperty(outside, 'webkitRelativePath', { value: '../a.html' });
  const taking = takeFiles([outside], defaultPublishLimits);
  await expect(taking).rejects.toThrow('「../a.html」：このファイル名は使用できません');
});

it.each([
  ['damaged', () => Buffer.from(ARCHIVE).fill(0, 50, 60), {}, 'ZIPの中の「site/index.html」が壊れています。'],
  ['no archive', () => Buffer.from('PK'), {}, 'ZIPファイルとして読み取れません。'],
  ['too large', () => ARCHIVE, { archiveBytes: 10 }, 'ZIPファイルが10\u00a0Bを超えています'],
  ['too large when unpacked', () => ARCHIVE, { treeBytes: 40 }, 'ファイルの合計が40\u00a0Bを超えています。'],
])('refuses an archive that is %s', async (_name, bytes, limits, text) => {
  const archive = archiveOf(new Uint8Array(bytes()));
  await expect(takeFiles([archive], { ...defaultPublishLimits, ...limits })).rejects.toThrow(text);
});
