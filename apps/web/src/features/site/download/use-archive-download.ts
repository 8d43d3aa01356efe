import { useCallback } from 'react';
import { useLazyGetAccountArchiveQuery, useLazyGetSiteArchiveQuery } from '../../../api/sites/archives.js';
import { useNotices } from '../../../components/notices/notices.js';
import { downloadUrl } from '../../../components/sharing/share.js';
import { callFailureOf } from '../../../http/failure.js';
import { idOf } from '../../../session/account.js';
import { useAccount } from '../../../session/session-slice.js';
import { downloadTexts as text } from '../../../texts/sites/download.js';
import { listFailureText } from '../site-changes.js';

/** Downloads a ZIP archive of one page or of all. Its address is requested first, because a link has no credential. */
export function useArchiveDownload() {
  const account = idOf(useAccount()) ?? '';
  const { showToast, showNotice } = useNotices();
  const [addressOfPage] = useLazyGetSiteArchiveQuery();
  const [addressOfAll] = useLazyGetAccountArchiveQuery();
  const download = useCallback(
    async (asked: PromiseLike<{ data?: string; error?: unknown }>) => {
      const { data, error } = await asked;
      const failure = callFailureOf(error);
      if (failure) showNotice({ kind: 'fault', text: text.failed(listFailureText(failure)) });
      if (data === undefined) return;
      // The answer there has the name of the file.
      downloadUrl('', data);
      showToast(text.started);
    },
    [showToast, showNotice],
  );
  return {
    /** Without a version it is the current one. */
    downloadPage: useCallback(
      (id: string, version?: number) => void download(addressOfPage({ account, id, version })),
      [account, download, addressOfPage],
    ),
    downloadAll: () => void download(addressOfAll({ account })),
  };
}
