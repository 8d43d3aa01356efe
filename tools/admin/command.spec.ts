import { describe, expect, it } from '@jest/globals';
import type { AccountOverview } from '@haru/contracts';
import { AdminApi } from './admin-api.js';
import { runAdminCommand, UsageError } from './command.js';

const account: AccountOverview = {
  id: '0b4ae1a5-7a57-4b8e-bd5c-5f1b43f2b2c2',
  email: 'a@example.com',
  is_anonymous: false,
  created_at: '2026-01-01T00:00:00.000Z',
  role: 'moderator',
  ban: null,
  sites: { live: 0, stopped: 0, all: 0 },
};

/** Answers as the gateway would and keeps what was asked. */
class RecordingApi extends AdminApi {
  readonly asked: unknown[][] = [];

  constructor() {
    super('http://haru.test', 'key');
  }

  override async accountOf(email: string) {
    return { ...account, email };
  }

  override async setRole(...asked: Parameters<AdminApi['setRole']>) {
    this.asked.push(['setRole', ...asked]);
    return { ...account, role: asked[1] };
  }

  override async grantPath(...asked: Parameters<AdminApi['grantPath']>) {
    this.asked.push(['grantPath', ...asked]);
  }

  override async ban(...asked: Parameters<AdminApi['ban']>) {
    this.asked.push(['ban', ...asked]);
    return { ...account, ban: { reason: asked[1], until: null } };
  }

  override async setAttackMode(...asked: Parameters<AdminApi['setAttackMode']>) {
    this.asked.push(['setAttackMode', ...asked]);
    return { on: asked[0], since: asked[0] ? '2026-01-01T00:00:00.000Z' : null };
  }
}

describe('npm run admin', () => {
  it('grants the role that is named, admin if none is', async () => {
    const api = new RecordingApi();
    expect(await runAdminCommand(['grant', 'a@example.com', '--role', 'moderator'], api)).toBe(
      'a@example.com  moderator',
    );
    await runAdminCommand(['grant', 'a@example.com'], api);
    await runAdminCommand(['revoke', 'a@example.com', '--reason', 'left'], api);
    expect(api.asked).toMatchObject([
      ['setRole', account.id, 'moderator', expect.any(String)],
      ['setRole', account.id, 'admin', expect.any(String)],
      ['setRole', account.id, null, 'left'],
    ]);
  });

  it('grants a path', async () => {
    const api = new RecordingApi();
    const args = ['grant-path', 'a@example.com', '--path', 'amazon', '--reason', 'the company'];
    expect(await runAdminCommand(args, api)).toBe('a@example.com may use amazon.');
    expect(api.asked).toEqual([['grantPath', account.id, 'amazon', 'the company']]);
    await expect(runAdminCommand(['grant-path', 'a@example.com'], api)).rejects.toThrow(UsageError);
  });

  it('switches the attack mode', async () => {
    const api = new RecordingApi();
    const answers = [
      await runAdminCommand(['attack-mode', 'on', '--reason', 'a flood'], api),
      await runAdminCommand(['attack-mode', 'off'], api),
    ];
    expect(answers).toEqual(['The attack mode is on since 2026-01-01T00:00:00.000Z.', 'The attack mode is off.']);
    expect(api.asked).toMatchObject([
      ['setAttackMode', true, 'a flood'],
      ['setAttackMode', false, expect.any(String)],
    ]);
    await expect(runAdminCommand(['attack-mode', 'maybe'], api)).rejects.toThrow(UsageError);
  });

  it('bans with a reason', async () => {
    const said = await runAdminCommand(['ban', 'a@example.com', '--reason', 'spam'], new RecordingApi());
    expect(said).toBe('a@example.com  moderator  banned: spam');
  });

  it.each([
    [[]],
    [['fly', 'away']],
    [['grant']],
    [['grant', 'a@example.com', '--role', 'king']],
    [['ban', 'a@example.com']],
    [['ban', 'a@example.com', '--reason', ' ']],
    [['ban', 'a@example.com', '--reason', 'two', 'words']],
    [['stop', 'a-path']],
    [['grant', 'a@example.com', '--fast']],
  ])('says what is wrong with %j', async (args) => {
    await expect(runAdminCommand(args, new RecordingApi())).rejects.toThrow(UsageError);
  });
});
