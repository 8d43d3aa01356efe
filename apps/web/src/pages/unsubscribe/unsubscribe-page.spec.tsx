import { beforeEach, describe, expect, it } from '@jest/globals';
import { mailSettingsAnswerSchema, mailSettingsBodySchema } from '@haru/contracts';
import { screen } from '@testing-library/react';
import { registered, temporary } from '../../testing/server/fake-accounts.js';
import { json, refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';

describe('mails about expiring pages', () => {
  const server = useFakeServer();
  const SETTINGS = '/functions/v1/mail-settings';
  const UNSUBSCRIBE = 'POST /functions/v1/unsubscribe';

  describe('the link of a mail about expiring pages', () => {
    beforeEach(() => window.history.replaceState(null, '', '/unsubscribe#the-token'));

    it('switches the mails off after a press, without a session', async () => {
      server().answer(UNSUBSCRIBE, () => json(200, { success: true }));
      const user = await renderApp();
      const button = await screen.findByRole('button', { name: 'お知らせメールを停止する' });
      expect(server().to(UNSUBSCRIBE)).toEqual([]);
      await user.click(button);
      expect(await screen.findByText('お知らせメールを停止しました')).toBeVisible();
      expect(server().to(UNSUBSCRIBE)[0]?.query.get('token')).toBe('the-token');
    });

    it('says when it is cut off', async () => {
      server().answer(UNSUBSCRIBE, () => refusal(400, 'UNSUBSCRIBE_TOKEN_INVALID'));
      const user = await renderApp();
      await user.click(await screen.findByRole('button', { name: 'お知らせメールを停止する' }));
      expect(await screen.findByRole('alert')).toHaveTextContent(
        /お知らせメールを停止するリンクが途中で切れています。/,
      );
      expect(screen.getByRole('link', { name: '設定を開く' })).toHaveAttribute('href', '/?settings=profile');
      expect(screen.queryByRole('button', { name: 'お知らせメールを停止する' })).not.toBeInTheDocument();
    });
  });

  describe('the mails in the settings', () => {
    const label = '期限の3日前と前日にメールで知らせる';
    async function openSettings(name: string) {
      const user = await renderApp();
      await user.click(await screen.findByRole('button', { name }));
      await user.click(screen.getByRole('button', { name: '設定' }));
      await screen.findByRole('dialog', { name: '設定' });
      return user;
    }

    it('are switched off and on by a registered account', async () => {
      let wanted = true;
      const answer = () =>
        json(200, mailSettingsAnswerSchema.parse({ success: true, mail_settings: { expiry_mails: wanted } }));
      server().answer(`GET ${SETTINGS}`, answer);
      server().answer(`POST ${SETTINGS}`, ({ body }) => {
        wanted = mailSettingsBodySchema.parse(body).expiry_mails;
        return answer();
      });
      storeSession(registered);
      const user = await openSettings('haru@example.jp');
      const box = await screen.findByRole('checkbox', { name: label, checked: true });
      await user.click(box);
      expect(await screen.findByRole('checkbox', { name: label, checked: false })).toBeEnabled();
      expect(screen.getByText('お知らせメールを停止しました')).toBeVisible();
      expect(wanted).toBe(false);
    });

    it('are not there for a temporary account, which has no address', async () => {
      storeSession(temporary);
      await openSettings('一時アカウント');
      expect(screen.queryByRole('checkbox', { name: label })).not.toBeInTheDocument();
      expect(server().to(`GET ${SETTINGS}`)).toEqual([]);
    });
  });
});
