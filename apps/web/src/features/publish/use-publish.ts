import { useMemo, useState } from 'react';
import { useStore } from 'react-redux';
import { idOf } from '../../session/account.js';
import { useAccount, useSessionState, type WithSession } from '../../session/session-slice.js';
import { useAppConfig, useCreateSiteMutation, type PublishedSite } from '../../api/api.js';
import { isCustomPathAcceptable } from '../sites/path/custom-path.js';
import { useDraft, type Draft } from './draft.js';
import { isBlank, utf8Bytes } from './editor/html-size.js';
import { useMay } from '../sites/use-site-policy.js';
import { publishFaultOf, type PublishFault } from './publish-fault.js';

interface Published {
  site: PublishedSite;
  ownerId: string | undefined;
}

/** The whole life of one publication: writing, trying, published, and the next one. */
export function usePublish() {
  const account = useAccount();
  const { htmlMaxBytes } = useAppConfig().limits;
  const { draft, changeDraft, idempotencyKey, clearDraft } = useDraft();
  const [createSite, { isLoading }] = useCreateSiteMutation();
  const [published, setPublished] = useState<Published | null>(null);
  const store = useStore<WithSession>();
  const deletedAccount = useSessionState(({ deletedAccountId }) => deletedAccountId);
  const [fault, setFault] = useState<PublishFault | null>(null);
  const [isAnother, setAnother] = useState(false);

  const bytes = useMemo(() => utf8Bytes(draft.html), [draft.html]);
  const mayChoosePath = useMay('customPath');
  const customPath = mayChoosePath ? draft.customPath : '';
  const tooLarge = bytes > htmlMaxBytes;
  const canPublish = !isBlank(draft.html) && !tooLarge && isCustomPathAcceptable(customPath) && !isLoading;

  const publish = async () => {
    if (!canPublish) return;
    setFault(null);
    const result = await createSite({
      htmlContent: draft.html,
      idempotencyKey: idempotencyKey(),
      ...(customPath === '' ? {} : { customPath }),
    });
    if (result.data) {
      clearDraft();
      // A visitor has become a temporary account on the way.
      setPublished({ site: result.data, ownerId: idOf(store.getState().session.account) });
    } else if (result.error && 'success' in result.error && result.error.code !== 'insufficient_aal') {
      // For that one the code of the authenticator app is asked for already.
      setFault(publishFaultOf(result.error, account, bytes));
    }
  };

  return {
    draft,
    bytes,
    tooLarge,
    mayChoosePath,
    canPublish,
    publishing: isLoading,
    // What a deleted account had published is gone.
    published: published && published.ownerId !== deletedAccount ? published.site : null,
    /** Whoever is signed in is the one who published it. */
    isOwn: published !== null && published.ownerId === idOf(account),
    fault,
    changeDraft: (change: Partial<Draft>) => {
      setFault(null);
      changeDraft(change);
    },
    publish,
    /** The editor comes back on a button's press: focus goes there with it. */
    isAnother,
    startAnother: () => {
      setAnother(true);
      setPublished(null);
    },
  };
}
