import { daysLeft, extendedExpiry, isShownAsPermanent } from '@haru/contracts';
import { useState } from 'react';
import type { PublishedSite } from '../../api/api.js';
import { useUpdateSitesMutation } from '../../api/sites/my-sites.js';
import { useLazyGetPublishedPageQuery } from '../../api/sites/site-lookups.js';
import { Button } from '../../components/buttons/button.js';
import { ClockIcon } from '../../components/icons/icons.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import { useNotices } from '../../components/notices/notices.js';
import { callFailureOf } from '../../http/call.js';
import { failureText } from '../../http/failure-text.js';
import { idOf } from '../../session/account.js';
import { useAccount } from '../../session/session-slice.js';
import { withoutInputKept } from '../../texts/errors/first-errors.js';
import { formatDay } from '../../texts/day-format.js';
import { formatDateTime } from '../../texts/formats.js';
import { resultTexts as text } from '../../texts/publish/result.js';
import { useCalendarEntry } from '../expiry/use-calendar-entry.js';
import styles from './publish-result.module.css';

export function PublishedExpiry({ site, isOwn }: { site: PublishedSite; isOwn: boolean }) {
  const account = useAccount();
  const saveCalendarEntry = useCalendarEntry();
  const { expiresAt, isWorking, problem, extend } = useExtension(site);
  const [now] = useState(() => new Date());
  const isPermanent = isShownAsPermanent(expiresAt, now);
  return (
    <div className={styles['expiry']}>
      <ClockIcon />
      <div className="stack-4">
        <div className={styles['expiryLine']}>
          <strong title={isPermanent ? undefined : formatDateTime(expiresAt)}>
            {isPermanent ? text.permanent : text.until(formatDay(expiresAt, now), daysLeft(expiresAt, now))}
          </strong>
          {isOwn && !isPermanent && (
            <Button loading={isWorking} onClick={() => void extend()}>
              {text.extend}
            </Button>
          )}
          {isOwn && !isPermanent && account.kind === 'temporary' && (
            <Button onClick={() => saveCalendarEntry({ ...site, expires_at: expiresAt.toISOString() })} variant="ghost">
              {text.calendar}
            </Button>
          )}
        </div>
        {problem !== undefined && <ErrorNotice title={text.extendFailed}>{problem}</ErrorNotice>}
        {isOwn && !isPermanent && (
          <p className="soft-sm">{account.kind === 'registered' ? text.extendableSignedIn : text.extendable}</p>
        )}
      </div>
    </div>
  );
}

function useExtension({ id, expires_at }: PublishedSite) {
  const account = useAccount();
  const { showToast } = useNotices();
  const [updateSites, { isLoading }] = useUpdateSitesMutation();
  const [readPage] = useLazyGetPublishedPageQuery();
  const [expiresAt, setExpiresAt] = useState(() => new Date(expires_at));
  const [problem, setProblem] = useState<string>();

  /** It has been extended elsewhere, as in another tab. */
  const readAgain = async () => {
    const { data } = await readPage({ account: idOf(account) ?? '', id });
    if (data) setExpiresAt(new Date(data.expires_at));
  };
  const extend = async () => {
    setProblem(undefined);
    const change = { expires_at: extendedExpiry(expiresAt).toISOString() };
    const { data, error } = await updateSites({ id, change });
    if (data) {
      const until = new Date(data.expires_at);
      setExpiresAt(until);
      showToast(text.extended(formatDay(until)));
      return;
    }
    const failure = callFailureOf(error);
    if (failure?.code === 'EXPIRY_NOT_ALLOWED') await readAgain();
    setProblem(failure && withoutInputKept(failureText(failure)));
  };
  return { expiresAt, isWorking: isLoading, problem, extend };
}
