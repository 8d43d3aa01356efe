import { limits, type Lifetime } from '@haru/contracts';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useCreateSiteMutation } from '../../api/api.js';
import { copyLater, loadCopying } from '../../components/sharing/copy-later.js';
import { fieldOf as fieldOfCode, type Refusal } from '../../forms/action-failure.js';
import { useForm } from '../../forms/use-form.js';
import {
  callFailureOf,
  type CallFailure,
  failureText,
  fileNameIn,
  findingsOf,
  type PageFindings,
} from '../../http/failure.js';
import { screens, publishedPath } from '../../paths.js';
import { idOf, type Account } from '../../session/account.js';
import { preloadWhenIdle } from '../../session/background.js';
import { isSessionEnd, isTokenRefusal } from '../../session/client/auth-failure.js';
import { useAccount, type WithSession } from '../../session/session-slice.js';
import { passwordTexts } from '../../texts/sites/password.js';
import { texts } from '../../texts/ja.js';
import type { SentUpload } from '../files/sending/file-upload.js';
import { UPLOAD_PAUSED } from '../files/sending/upload-paused.js';
import type { Upload } from '../files/sending/use-upload.js';
import { isCustomPathAcceptable } from '../site/custom-path.js';
import { htmlFaultOf, isAboutHtml, utf8Bytes } from '../site/html-rules.js';
import type { PublishedPage } from '../site/published-page.js';
import { useIsAllowed, useIsAllowedWhenPublishing } from '../site/use-site-policy.js';
import {
  draftFormat,
  emptyDraft,
  forgetLastDraft,
  loadDraft,
  loadLastDraft,
  useSavedDraft,
  type Draft,
} from './draft.js';
import type { FileSet } from './files/file-set.js';

export type Publication = ReturnType<typeof usePublish>;

/** Files by the app's store. They stay while other screens are shown, in memory only. */
const kept = new WeakMap<object, FileSet | undefined>();

export function usePublish() {
  const account = useAccount();
  const store = useStore<WithSession>();
  const navigate = useNavigate();
  const [createSite] = useCreateSiteMutation();
  const [initial, setInitial] = useState(loadDraft);
  useEffect(() => preloadWhenIdle(loadCopying), []);
  const [lastDraft, setLastDraft] = useState(() => (initial.html === '' ? loadLastDraft() : undefined));
  const mayChoosePath = useIsAllowed('customPath');
  const mayHide = useIsAllowedWhenPublishing('noindex');
  const mayPublishLonger = useIsAllowed('makePermanent');
  const [takenPath, setTakenPath] = useState('');
  const [findings, setFindings] = useState<PageFindings>();
  /** They are published instead of the text. */
  const [files, showFiles] = useState(() => kept.get(store));
  const setFiles = (next: FileSet | undefined) => {
    kept.set(store, next);
    showFiles(next);
    // The refusal is about other files.
    if (form.refusal) form.change('html', html);
  };
  const upload = useRef<Upload>(null);
  const [sent, setSent] = useState<SentUpload>();
  const [published, setPublished] = useState<PublishedPage | null>(null);
  const [isAnother, setAnother] = useState(false);
  /** The settings of the last try. They depend on more than the draft, such as the password. */
  const tried = useRef<string>(undefined);

  const create = async () => {
    const { visibility } = draft;
    const settings = {
      ...(customPath ? { custom_path: customPath } : {}),
      ...(mayHide && visibility === 'unlisted' ? { noindex: true } : {}),
      ...(lifetime === undefined ? {} : { expires_in_days: lifetime }),
      ...(visibility === 'secret' ? { visibility: 'secret' as const } : {}),
      ...(visibility === 'password' ? { visibility: 'password' as const, password } : {}),
    };
    const finished = await upload.current?.send();
    const chosen = JSON.stringify(settings);
    const key = idempotencyKey((tried.current ?? chosen) !== chosen);
    tried.current = chosen;
    const content = finished
      ? { upload_id: finished.id, idempotencyKey: `${finished.id}-${key}` }
      : { html_content: html, ...(format === 'html' ? {} : { format }), idempotencyKey: key };
    return createSite({ ...content, ...settings }).unwrap();
  };
  const publish = async () => {
    // The part that sends the files may still be loading.
    if (files && !upload.current) return;
    setFindings(undefined);
    try {
      const creation = create();
      const copied = copyLater(creation.then(({ url }) => url));
      const site = await creation;
      forgetDraft();
      setInitial(files && !files.hasText ? { ...emptyDraft, html, format: draft.format } : emptyDraft);
      setFiles(undefined);
      form.reset();
      // Publishing has made the visitor a temporary account.
      const ownerId = idOf(store.getState().session.account);
      setPublished({ site, ownerId, copied, password: site.visibility === 'password' ? password : undefined });
      await navigate(publishedPath(site.id));
    } catch (error) {
      const failure = callFailureOf(error);
      const found = files ? undefined : findingsOf(failure);
      // The upload has expired, or was another account's: the next try sends it again.
      if (failure?.code === 'UPLOAD_NOT_FOUND') setFiles(files && { ...files, files: [...files.files] });
      // The password of a try before a reload is unknown.
      if (failure?.code === 'IDEMPOTENCY_KEY_REUSED') tried.current = '';
      if (found) setFindings(found);
      // The code of the authenticator app is asked for already after this refusal.
      else if (failure?.code !== 'insufficient_aal' && failure?.code !== UPLOAD_PAUSED) throw error;
    }
  };
  const form = useForm({
    initial: { ...initial, password: '' },
    check: ({ html, visibility, password, ...values }) => ({
      html: files ? undefined : htmlFaultOf(html, texts.publish.blank),
      customPath: mayChoosePath ? pathFaultOf(values.customPath, takenPath) : undefined,
      password: visibility === 'password' ? passwordTexts.faultOf(password) : undefined,
    }),
    send: publish,
    fieldOf: (failure) => {
      if (isAboutHtml(failure)) return files ? undefined : 'html';
      return fieldOfCode(failure) === 'path' && account.kind === 'registered' ? 'customPath' : undefined;
    },
    refusalOf: (failure): Refusal => ({
      title: texts.publish.failed,
      text: fileNameIn(failure) + publishFaultText(failure, account, bytes),
      code: failure.code,
    }),
  });
  // A browser keeps drafts, but no passwords.
  const { password, ...draft } = form.values;
  const { idempotencyKey, forgetDraft } = useSavedDraft(draft);
  const { html } = draft;
  const format = draftFormat(draft);
  const bytes = utf8Bytes(html);
  const customPath = mayChoosePath ? draft.customPath : '';
  const lifetime = lifetimeOf(draft, mayPublishLonger);
  const tooLarge = !files && bytes > limits.htmlMaxBytes;
  const discardLastDraft = () => {
    forgetLastDraft();
    setLastDraft(undefined);
  };

  return {
    form,
    html,
    format,
    problem: tooLarge ? texts.tooLarge(bytes) : form.faults.html,
    files,
    setFiles,
    upload,
    sent,
    setSent,
    bytes,
    tooLarge,
    mayChoosePath,
    mayHide,
    mayPublishLonger,
    /** Called with the path that another page has, or '' once the typed one is free. */
    setTakenPath,
    findings: html === '' ? undefined : findings,
    published,
    setPublished,
    /** The editor is shown again after a press of a button: it takes the focus. */
    isAnother,
    startAnother: () => {
      setAnother(true);
      // On a phone the result is scrolled down to this button.
      document.documentElement.scrollTop = 0;
      void navigate(screens.publish.path);
    },
    lastDraftAt: html === '' ? lastDraft?.at : undefined,
    discardLastDraft,
    takeLastDraft: () => {
      discardLastDraft();
      if (lastDraft) setInitial(lastDraft.draft);
    },
  };
}

function pathFaultOf(path: string, takenPath: string): string | undefined {
  if (!isCustomPathAcceptable(path)) return texts.errors.PATH_INVALID;
  return path !== '' && path === takenPath ? texts.errors.PATH_TAKEN : undefined;
}

/** A lifetime that only registered accounts may choose is dropped after signing out. */
function lifetimeOf({ lifetime }: Draft, mayPublishLonger: boolean): Lifetime | undefined {
  if (lifetime === 'permanent') return mayPublishLonger ? lifetime : undefined;
  const days = Number(lifetime);
  return days > 0 && (mayPublishLonger || days <= limits.siteLifetimeDays) ? days : undefined;
}

/** `account` published the page: a session that ended is removed before the failure is shown. */
function publishFaultText(failure: CallFailure, account: Account, htmlBytes: number): string {
  if (failure.code === 'HTML_TOO_LARGE' || failure.code === 'PAYLOAD_TOO_LARGE') return texts.tooLarge(htmlBytes);
  // Nobody can log in to a temporary account again: the next try makes another one.
  const hasEnded = isSessionEnd(failure) || isTokenRefusal(failure);
  return hasEnded && account.kind !== 'registered' ? texts.temporarySessionEnded : failureText(failure);
}
