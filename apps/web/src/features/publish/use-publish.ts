import { useState } from 'react';
import { useStore } from 'react-redux';
import { idOf } from '../../session/account.js';
import { useAccount, useSessionState, type WithSession } from '../../session/session-slice.js';
import { useAppConfig, useCreateSiteMutation, type PublishedSite } from '../../api/api.js';
import type { Refusal } from '../../forms/action-failure.js';
import { useForm } from '../../forms/use-form.js';
import { callFailureOf } from '../../http/call.js';
import { texts } from '../../texts/ja.js';
import { isCustomPathAcceptable } from '../sites/path/custom-path.js';
import { useMay } from '../sites/use-site-policy.js';
import { emptyDraft, loadDraft, useSavedDraft } from './draft.js';
import { isBlank, utf8Bytes } from './editor/html-size.js';
import { publishFaultText, publishFieldOf } from './publish-fault.js';

interface Published {
  site: PublishedSite;
  ownerId: string | undefined;
}

/** The whole life of one publication: writing, trying, published, and the next one. */
export function usePublish() {
  const account = useAccount();
  const { htmlMaxBytes } = useAppConfig().limits;
  const [createSite] = useCreateSiteMutation();
  const [initial, setInitial] = useState(loadDraft);
  const [published, setPublished] = useState<Published | null>(null);
  const store = useStore<WithSession>();
  const deletedAccount = useSessionState(({ deletedAccountId }) => deletedAccountId);
  const [isAnother, setAnother] = useState(false);
  const mayChoosePath = useMay('customPath');

  const publish = async () => {
    if (!canPublish) return;
    const request = { htmlContent: html, idempotencyKey: idempotencyKey(), ...(customPath ? { customPath } : {}) };
    try {
      const site = await createSite(request).unwrap();
      forgetDraft();
      setInitial(emptyDraft);
      form.reset();
      // A visitor has become a temporary account on the way.
      setPublished({ site, ownerId: idOf(store.getState().session.account) });
    } catch (error) {
      // For that one the code of the authenticator app is asked for already.
      if (callFailureOf(error)?.code !== 'insufficient_aal') throw error;
    }
  };
  const form = useForm({
    initial,
    send: publish,
    fieldOf: (failure) => publishFieldOf(failure, account),
    refusalOf: (failure): Refusal => ({
      title: texts.publish.failed,
      text: publishFaultText(failure, account, bytes),
      code: failure.code,
    }),
  });
  const draft = form.values;
  const { idempotencyKey, forgetDraft } = useSavedDraft(draft);
  const { html } = draft;
  const bytes = utf8Bytes(html);
  const customPath = mayChoosePath ? draft.customPath : '';
  const tooLarge = bytes > htmlMaxBytes;
  const canPublish = !isBlank(html) && !tooLarge && isCustomPathAcceptable(customPath);

  return {
    form,
    bytes,
    tooLarge,
    mayChoosePath,
    canPublish,
    // What a deleted account had published is gone.
    published: published && published.ownerId !== deletedAccount ? published.site : null,
    /** The account that is signed in published it. */
    isOwn: published !== null && published.ownerId === idOf(account),
    /** The editor comes back on a button's press: focus goes there with it. */
    isAnother,
    startAnother: () => {
      setAnother(true);
      setPublished(null);
    },
  };
}
