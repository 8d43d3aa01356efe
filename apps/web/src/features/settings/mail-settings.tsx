import { useGetExpiryMailsQuery, useSetExpiryMailsMutation } from '../../api/mail-settings.js';
import { CallFailureNotice } from '../../components/notices/load-failure.js';
import { useNotices } from '../../components/notices/notices.js';
import { settingsTexts } from '../../texts/account/settings.js';
import { Section } from './section.js';

const text = settingsTexts.mails;

/** It switches the one kind of mail that a registered account can do without. */
export function MailSettings({ account }: { account: string }) {
  const { data: wanted, error } = useGetExpiryMailsQuery({ account });
  const [set, change] = useSetExpiryMailsMutation();
  const { showToast } = useNotices();
  const choose = async (next: boolean) => {
    const { data } = await set({ wanted: next });
    if (data !== undefined) showToast(data ? text.on : text.off);
  };
  return (
    <Section heading={text.heading}>
      <label className="check">
        <input
          checked={wanted ?? false}
          disabled={wanted === undefined || change.isLoading}
          onChange={(event) => void choose(event.target.checked)}
          type="checkbox"
        />
        {text.expiry}
      </label>
      <CallFailureNotice error={change.error ?? error} title={change.error ? text.failed : text.loadingFailed} />
    </Section>
  );
}
