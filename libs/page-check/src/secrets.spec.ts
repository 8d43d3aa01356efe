import { describe, expect, it } from '@jest/globals';
import { findSecrets } from './secrets.js';

// The keys are in parts, so that scanners of this repository do not find them.
const github = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
const database = ['postgres://admin', 'hunter22secret@db.example.com:5432/shop'].join(':');

describe('findSecrets', () => {
  it('names the kind and the line of each, and not the secret', async () => {
    const html = `<p>\n<script>\nconst token = '${github}';\nconst url = '${database}';</script>`;
    const found = await findSecrets(html);
    expect(found).toEqual([
      { rule: 'github', line: 3 },
      { rule: 'database-connection-string', line: 4 },
    ]);
  });

  it('finds one between two parts, with its line, and one long line’s only once', async () => {
    const before = '<p>x</p>\n'.repeat(Math.floor(16_384 / 9));
    expect(await findSecrets(`${before}<b>${github}</b>`)).toEqual([{ rule: 'github', line: 1_821 }]);
    expect(await findSecrets(`${github} `.repeat(1_000))).toEqual([{ rule: 'github', line: 1 }]);
  });

  it.each(['<!-- secretlint-disable -->', '// secretlint-disable', '/* secretlint-disable-next-line */'])(
    'is not switched off by %s in the page',
    async (comment) => {
      expect(await findSecrets(`${comment}\n<script>'${github}' // secretlint-disable-line</script>`)).toEqual([
        { rule: 'github', line: 2 },
      ]);
    },
  );

  it('finds none on an ordinary page', async () => {
    const html = '<p>春</p><input type="password"><a href="https://example.com/a-long-name-of-a-page-1234567890">x</a>';
    expect(await findSecrets(html)).toEqual([]);
  });

  it('keeps nothing of the pages it read', async () => {
    const before = performance.getEntries().length;
    await findSecrets(`<script>'${github}'</script>`);
    expect(performance.getEntries()).toHaveLength(before);
  });

  it.each([
    ['lines', 'x=\n'],
    ['keys that are none', '-----BEGIN PRIVATE KEY-----\n'],
    ['addresses', 'postgres://a:'],
    ['one word', 'a'],
    ['many keys', `${github} `],
  ])('takes bounded time for a page of %s', async (_, part) => {
    const before = process.threadCpuUsage();
    await findSecrets(part.repeat((1024 * 1024) / part.length));
    const { user, system } = process.threadCpuUsage(before);
    // It takes some 35 ms on an idle machine, and 110 ms for many keys.
    expect(user + system).toBeLessThan(600_000);
  });
});
