import { describe, expect, it } from '@jest/globals';
import { defaultPublishLimits } from '@haru/contracts';
import type { Dispatch } from '../../../api/sites/uploads.js';
import { readBrought, type Present } from './read-brought.js';

/** The server does not say its limits. */
const dispatch: Dispatch = () => ({ data: undefined, error: undefined }) as never;

const fileOf = (name: string, content: BlobPart = 'x', type = '') => new File([content], name, { type });

async function read(files: File[], present: Partial<Present> = {}) {
  const brought = await readBrought(files, { text: '', format: 'html', files: undefined, ...present }, dispatch);
  return 'files' in brought ? brought.files : brought;
}

const pathsOf = async (...args: Parameters<typeof read>) => {
  const set = await read(...args);
  return 'files' in set ? set.files.map(({ path }) => path) : set;
};

async function setOf(...args: Parameters<typeof read>) {
  const set = await read(...args);
  if (!('files' in set)) throw new Error('not taken');
  return set;
}

describe('one file', () => {
  it.each([
    ['a.html', '<h1>一</h1>', 'html'],
    ['a.md', '# 一', 'markdown'],
  ])('%s is a text', async (name, content, format) => {
    expect(await read([fileOf(name, content)])).toMatchObject({ ok: true, html: content, format });
  });

  it('is a page with one file where it is too large for a text', async () => {
    expect(await pathsOf([fileOf('a.html', '<p>'.repeat(400_000))])).toEqual(['index.html']);
  });

  it.each(['写真.png', '図.svg', 'データ.json', '表.csv'])('%s gets a page that shows it', async (name) => {
    expect(await pathsOf([fileOf(name)])).toEqual(['index.html', name]);
  });

  it.each([
    ['page.lzh', 'この形式の圧縮ファイルは読み込めません。'],
    ['資料.pdf', 'PDFやOfficeのファイルは公開できません。'],
    ['song.mp3', 'HTMLファイル（.html）を選んでください。'],
    ['page.zip', 'ZIPファイルとして読み取れません。'],
  ])('%s is refused with what to do instead', async (name, start) => {
    expect(await read([fileOf(name)])).toEqual({ ok: false, problem: expect.stringMatching(`^${start}`) });
  });
});

describe('a folder', () => {
  const inFolder = (path: string) =>
    Object.defineProperty(fileOf(path.replace(/.*\//, '')), 'webkitRelativePath', { value: path });
  const images = [inFolder('images/a.png'), inFolder('images/b.png')];

  it('is the page where there is none', async () => {
    expect(await pathsOf([inFolder('site/index.html'), inFolder('site/a.png')])).toEqual(['index.html', 'a.png']);
  });

  it.each([undefined, [fileOf('index.html'), fileOf('a.css')]])(
    'is added with its name beside a page',
    async (first) => {
      const files = first && (await read(first));
      const present = files && 'files' in files ? { files } : { text: '<img src=images/a.png>' };
      expect(await pathsOf(images, present)).toEqual(
        expect.arrayContaining(['index.html', 'images/a.png', 'images/b.png']),
      );
    },
  );

  it.each(['index.html', 'a.css'])('that has the %s of the page is the page itself', async (name) => {
    const files = await setOf([fileOf('a.css'), fileOf('b.css')]);
    expect(await pathsOf([inFolder(`site/${name}`), inFolder('site/c.css')], { files })).toEqual(
      expect.arrayContaining([name, 'c.css']),
    );
  });

  it.each([
    ['has only a start in common', ['site/index.html', 'site/a.css'], 'docs/b.css'],
    ['is in the page', ['site/index.html', 'site/a.css', 'site/docs/index.html'], 'docs/a.css'],
  ])('with a start of its own stays one where it %s', async (_name, page, other) => {
    const files = await setOf(page.map(inFolder));
    const paths = await pathsOf([inFolder('docs/index.html'), inFolder(other)], { files });
    expect(paths).toEqual(expect.arrayContaining(['index.html', 'a.css', 'docs/index.html', other]));
  });

  it('that is brought again lists what is left out once', async () => {
    const folder = [inFolder('site/index.html'), inFolder('site/a.css'), inFolder('site/.DS_Store')];
    expect((await setOf(folder, { files: await setOf(folder) })).leftOut).toHaveLength(1);
  });

  it('that was built again is the page itself', async () => {
    const files = await setOf([inFolder('dist/index.html'), inFolder('dist/assets/1.js')]);
    const paths = await pathsOf([inFolder('dist/index.html'), inFolder('dist/assets/2.js')], { files });
    expect(paths).toEqual(['index.html', 'assets/1.js', 'assets/2.js']);
  });
});

describe('a picture that its device names as each other one', () => {
  const photo = (content: string) => fileOf('image.jpg', content);

  it('is added to them', async () => {
    const first = await setOf([fileOf('index.html'), photo('1')]);
    const second = await setOf([photo('2')], { files: first });
    const paths = await pathsOf([photo('3')], { files: second });
    expect(paths).toEqual(['index.html', 'image.jpg', 'image-2.jpg', 'image-3.jpg']);
  });

  it('replaces the other in a page that is brought again', async () => {
    const files = await setOf([fileOf('index.html'), photo('old')]);
    expect(await setOf([fileOf('index.html'), photo('newer')], { files })).toMatchObject({
      files: [{ path: 'index.html' }, { path: 'image.jpg', bytes: 5 }],
    });
  });
});

describe('several files', () => {
  it('are a page', async () => {
    expect(await pathsOf([fileOf('index.html'), fileOf('a.css')])).toEqual(['index.html', 'a.css']);
  });

  it('belong to the text of the editor where none of them is a page', async () => {
    const set = await read([fileOf('a.png'), fileOf('b.png')], { text: '<img src=a.png>' });
    expect(set).toMatchObject({ hasText: true, files: [{ path: 'index.html' }, { path: 'a.png' }, { path: 'b.png' }] });
  });

  it('are beside the text of the editor also where that is Markdown', async () => {
    const set = await read([fileOf('a.png'), fileOf('b.png')], { text: '# 一', format: 'markdown' });
    expect(set).toMatchObject({ hasText: true, files: [{ path: 'index.md' }, { path: 'a.png' }, { path: 'b.png' }] });
  });

  it('are added to those that are there, and replace them', async () => {
    const files = await setOf([fileOf('index.html', 'old'), fileOf('a.css')]);
    const added = await read([fileOf('index.html', 'newer'), fileOf('b.css')], { files });
    expect(added).toMatchObject({
      files: [{ path: 'index.html', bytes: 5 }, { path: 'a.css' }, { path: 'b.css' }],
      notice: '2個のファイルを追加しました。',
    });
  });

  it('are left out where a page cannot have them', async () => {
    const huge = fileOf('huge.bin', new Uint8Array(defaultPublishLimits.fileBytes + 1));
    expect(await read([fileOf('index.html'), fileOf('a\\b'), huge, fileOf('.DS_Store')])).toMatchObject({
      files: [{ path: 'index.html' }],
      leftOut: [
        { path: 'a\\b', isFault: true },
        { path: 'huge.bin', reason: '1ファイルの上限（10.0\u00a0MiB）を超えています', isFault: true },
        { path: '.DS_Store', isFault: false },
      ],
    });
  });

  it('are refused together where there are too many', async () => {
    const many = Array.from({ length: defaultPublishLimits.treeFiles + 1 }, (_none, number) => fileOf(`${number}.txt`));
    expect(await read(many)).toEqual({
      ok: false,
      problem: expect.stringMatching(/^ファイルが多すぎます。.*500個まで/),
    });
  });
});
