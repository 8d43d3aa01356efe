import { useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { type MySite, usePageAddresses } from '../../../api/sites/my-site.js';
import {
  useDeleteSitesMutation,
  useRestoreOwnSiteMutation,
  useUpdateSitesMutation,
} from '../../../api/sites/my-sites.js';
import {
  CalendarPlusIcon,
  ChatIcon,
  CopyIcon,
  DownloadIcon,
  GlobeIcon,
  KeyIcon,
  LinkIcon,
  LockIcon,
  OpenIcon,
  PencilIcon,
  QrIcon,
  RenewIcon,
  SearchOffIcon,
  ShareIcon,
  SparkIcon,
  TrashIcon,
  XIcon,
} from '../../../components/icons/action-icons.js';
import { ClockIcon, PersonIcon } from '../../../components/icons/icons.js';
import type { MenuGroup, MenuItem } from '../../../components/menu/menu-items.js';
import { canShare, lineShareUrl, shareLink, xShareUrl } from '../../../components/sharing/share.js';
import { publishTexts } from '../../../texts/publish/publish.js';
import { resultTexts } from '../../../texts/publish/result.js';
import { aiUpdateLabel } from '../../../texts/sites/ai-update.js';
import { downloadTexts } from '../../../texts/sites/download.js';
import type { SiteState } from '../card/site-facts.js';
import { useNotices, type ToastAction } from '../../../components/notices/notices.js';
import { copyText } from '../../../components/sharing/copy-text.js';
import { callFailureOf } from '../../../http/failure.js';
import { editPath, fromList } from '../../../paths.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { texts } from '../../../texts/ja.js';
import { saveCalendarEntry } from '../../expiry/calendar-entry.js';
import { useAiUpdate } from '../../site/ai-update/use-ai-update.js';
import { useArchiveDownload } from '../../site/download/use-archive-download.js';
import type { fieldDialogs } from '../../site/field-dialogs.js';
import { siteChanges, type SiteChangeName, listFailureText } from '../../site/site-changes.js';
import { useIsAllowed } from '../../site/use-site-policy.js';

const text = dashboardTexts.card;

type SiteDialog = 'extend' | 'makePublic' | 'renewLink' | 'remove' | 'qr' | 'registration' | keyof typeof fieldDialogs;

export interface OpenSiteDialog {
  name: SiteDialog;
  site: MySite;
}

export interface SiteProblem {
  title: string;
  text: string;
}

export type SiteActions = ReturnType<typeof useSiteActions>['actions'];

/**
 * The actions stay the same between renders. Most changes are optimistic: one that the server refuses is reverted, and
 * the page's card says why. `problems` has the last refusal for each page.
 */
export function useSiteActions() {
  const { showToast, showNotice } = useNotices();
  const mayChangePath = useIsAllowed('changePath');
  const mayHavePassword = usePageAddresses()?.ownOrigins !== undefined;
  const [updateSite] = useUpdateSitesMutation();
  const [deleteSites] = useDeleteSitesMutation();
  const [restoreOwnSite] = useRestoreOwnSiteMutation();
  const navigate = useNavigate();
  const { downloadPage } = useArchiveDownload();
  const { start: startAiUpdate, dialog: aiUpdateDialog } = useAiUpdate();
  const [dialog, setDialog] = useState<OpenSiteDialog | null>(null);
  const [problems, setProblems] = useState<Readonly<Record<string, SiteProblem | undefined>>>({});

  const actions = useMemo(() => {
    const open = (name: SiteDialog, site: MySite) => setDialog({ name, site });
    const setProblem = ({ id }: MySite, problem?: SiteProblem) =>
      setProblems((before) => ({ ...before, [id]: problem }));
    const settle = async (
      site: MySite,
      call: PromiseLike<{ error?: unknown }>,
      { failed, done, next }: { failed: string; done: string; next?: ToastAction },
    ) => {
      setProblem(site);
      const { error } = await call;
      const failure = callFailureOf(error);
      if (error === undefined) showToast(done, next);
      else if (failure?.code === 'REGISTRATION_REQUIRED') open('registration', site);
      else if (failure) setProblem(site, { title: failed, text: listFailureText(failure) });
    };
    const restore = async ({ id, title }: Pick<MySite, 'id' | 'title'>) => {
      const { error } = await restoreOwnSite(id);
      const failure = callFailureOf(error);
      if (error === undefined) showToast(dashboardTexts.restored(title));
      else if (failure) showNotice({ kind: 'fault', text: dashboardTexts.restoreFailed(listFailureText(failure)) });
    };
    const copy = async (site: MySite, url: string, done: string) => {
      const isCopied = await copyText(url);
      if (isCopied) showToast(done);
      setProblem(site, isCopied ? undefined : { title: text.copyFailed, text: text.copyByHand(url) });
    };
    return {
      mayHavePassword,
      open,
      close: () => setDialog(null),
      editPath: (site: MySite) => open(mayChangePath ? 'path' : 'registration', site),
      edit: ({ id }: MySite) => void navigate(editPath(id), { state: fromList }),
      copyUrl: (site: MySite, url: string) => void copy(site, url, texts.result.copied),
      share: (site: MySite, url: string) =>
        void shareLink({ title: site.title, url }, () => void copy(site, url, resultTexts.linkCopied)),
      change: (name: SiteChangeName, site: MySite) => {
        const { done, ...change } = siteChanges[name](site);
        void settle(site, updateSite({ id: site.id, ...change }), { failed: text.changeFailed, done });
      },
      remove: (site: MySite) => {
        const next = { label: dashboardTexts.undo, run: () => void restore(site) };
        const said = { failed: text.removeFailed, done: dashboardTexts.deleted(site.title), next };
        void settle(site, deleteSites({ ids: [site.id], optimistic: true }), said);
      },
      restore,
      startAiUpdate,
      download: downloadPage,
    };
  }, [
    mayChangePath,
    mayHavePassword,
    showToast,
    showNotice,
    updateSite,
    deleteSites,
    restoreOwnSite,
    navigate,
    startAiUpdate,
    downloadPage,
  ]);
  return { actions, dialog, problems, aiUpdateDialog };
}

export interface SiteViewProps {
  site: MySite;
  state: SiteState;
  url: string | undefined;
  actions: SiteActions;
}

type MaybeItem = MenuGroup[number] | false;

const link = (label: string, icon: ReactNode, href: string): MenuItem => ({ label, icon, href });
const action = (label: string, icon: ReactNode, onSelect: () => void): MenuItem => ({ label, icon, onSelect });
const toggle = (label: string, icon: ReactNode, isOn: boolean, onSelect: () => void): MenuItem => {
  return { label, icon, pressed: isOn, onSelect };
};
const onlyShown = (items: readonly MaybeItem[]) => items.filter((item) => item !== false);

/** Where the system has a list of apps, that stands for single apps. */
export function shareItems(site: MySite, url: string, actions: SiteActions): MenuGroup {
  return onlyShown([
    canShare() && action(text.shareByApp, <ShareIcon />, () => actions.share(site, url)),
    action(text.copyUrl, <CopyIcon />, () => actions.copyUrl(site, url)),
    !canShare() && link(resultTexts.line, <ChatIcon />, lineShareUrl(url)),
    !canShare() && link(resultTexts.x, <XIcon />, xShareUrl(url, site.title)),
    action(resultTexts.qrCodeTitle, <QrIcon />, () => actions.open('qr', site)),
  ]);
}

/** The actions that have buttons of their own in a card, or are its link. */
export function mainItems({ site, state, url, actions }: SiteViewProps): MenuGroup {
  return onlyShown([
    state === 'expired' && action(text.extend, <ClockIcon />, () => actions.open('extend', site)),
    isOnline(state) && action(text.edit, <PencilIcon />, () => actions.edit(site)),
    ...(url === undefined ? [] : [link(text.view, <OpenIcon />, url), ...shareItems(site, url, actions)]),
  ]);
}

const isOnline = (state: SiteState) => state !== 'expired' && state !== 'stopped';

/** A card has a button of its own for the path, and a sheet begins with the main items. */
export function siteGroups(props: SiteViewProps, place: 'card' | 'row' | 'sheet'): MenuGroup[] {
  const { site, state, url, actions } = props;
  const { open, change, mayHavePassword } = actions;
  const [isSecret, hasPassword] = [site.visibility === 'secret', site.visibility === 'password'];
  const isPublic = !isSecret && !hasPassword;
  const { public: anybody, secret, password } = publishTexts.visibilities;
  const ends = state === 'live' || state === 'soon';
  const choices: MaybeItem[] = [
    publishTexts.visibility,
    toggle(anybody, <GlobeIcon />, isPublic, () => !isPublic && open('makePublic', site)),
    toggle(secret, <PersonIcon />, isSecret, () => !isSecret && change('makeSecret', site)),
    mayHavePassword && toggle(password, <LockIcon />, hasPassword, () => !hasPassword && open('password', site)),
  ];
  const changing: MaybeItem[] = [
    isSecret && action(text.renewLink, <RenewIcon />, () => open('renewLink', site)),
    hasPassword && action(text.changePassword, <KeyIcon />, () => open('password', site)),
    isPublic && toggle(text.noindex, <SearchOffIcon />, site.noindex, () => change('toggleNoindex', site)),
  ];
  const groups: MaybeItem[][] = [
    [
      place !== 'sheet' && url !== undefined && link(text.view, <OpenIcon />, url),
      ends && action(aiUpdateLabel, <SparkIcon />, () => actions.startAiUpdate(site)),
      ends && action(text.extend, <ClockIcon />, () => open('extend', site)),
      ends &&
        url !== undefined &&
        action(text.calendar, <CalendarPlusIcon />, () => saveCalendarEntry({ ...site, url })),
      place !== 'card' && state !== 'stopped' && action(text.editPath, <LinkIcon />, () => actions.editPath(site)),
    ],
    ...(state === 'stopped' ? [] : [choices, changing]),
    [
      state !== 'stopped' && action(downloadTexts.page, <DownloadIcon />, () => actions.download(site.id)),
      { ...action(text.remove, <TrashIcon />, () => open('remove', site)), danger: true },
    ],
  ];
  return groups.map(onlyShown).filter((items) => items.length > 0);
}
