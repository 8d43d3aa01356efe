import { extendedExpiry, permanentExpiry } from '@haru/contracts';
import type { MySite } from '../../../api/sites/my-site.js';
import type { SiteChange, UpdateSitesRequest } from '../../../api/sites/my-sites.js';
import { copyText } from '../../../components/sharing/copy-text.js';
import { lineShareUrl, xShareUrl } from '../../../components/sharing/share-links.js';
import { canShare, shareLink } from '../../../components/sharing/share-link.js';
import type { Notice, ToastAction } from '../../../components/notices/notices.js';
import { callFailureOf } from '../../../http/call.js';
import { aiUpdateLabel } from '../../../texts/sites/ai-update.js';
import { resultTexts } from '../../../texts/publish/result.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { downloadTexts } from '../../../texts/sites/download.js';
import { texts } from '../../../texts/ja.js';
import type { ExpiringPage } from '../../expiry/calendar-entry.js';
import { listFailureText } from '../../site/site-failure.js';
import type { SiteState } from '../card/site-facts.js';
import {
  CalendarPlusIcon,
  DownloadIcon,
  CopyIcon,
  LinkIcon,
  LockIcon,
  PencilIcon,
  QrIcon,
  SearchOffIcon,
  ShareIcon,
  SparkIcon,
  TrashIcon,
  OpenIcon,
} from '../../../components/icons/action-icons.js';
import { ClockIcon } from '../../../components/icons/icons.js';
import type { MenuItem } from '../../../components/menu/menu-items.js';

export type OpenSiteDialog =
  | { name: 'path' | 'extend' | 'password' | 'makePublic' | 'renewLink' | 'remove'; site: MySite }
  | { name: 'qr'; site: MySite; url: string }
  | { name: 'registration' };

export interface SiteProblem {
  title: string;
  text: string;
}

interface Outcome {
  error?: unknown;
}

interface Dependencies {
  mayChangePath: boolean;
  mayHavePassword: boolean;
  open: (dialog: OpenSiteDialog | null) => void;
  setProblem: (id: string, problem?: SiteProblem) => void;
  showToast: (text: string, action?: ToastAction) => void;
  showNotice: (notice: Notice) => void;
  update: (request: UpdateSitesRequest) => PromiseLike<Outcome>;
  remove: (id: string) => PromiseLike<Outcome>;
  restore: (id: string) => PromiseLike<Outcome>;
  goToEditor: (id: string) => void;
  saveCalendarEntry: (page: ExpiringPage) => void;
  startAiUpdate: (site: MySite) => void;
  download: (id: string) => void;
}

export type SiteActions = ReturnType<typeof createSiteActions>;

/** Most changes are optimistic: one that the server refuses is reverted, and the page's card says why. */
export function createSiteActions(dependencies: Dependencies) {
  const { open, setProblem, showToast, showNotice } = dependencies;
  const settle = (site: MySite, error: unknown, title: string, done: string, next?: ToastAction) => {
    const failure = callFailureOf(error);
    if (error === undefined) showToast(done, next);
    else if (failure?.code === 'REGISTRATION_REQUIRED') open({ name: 'registration' });
    else if (failure) setProblem(site.id, { title, text: listFailureText(failure) });
  };
  const change = async (site: MySite, changed: SiteChange, done: string, optimistic = true) => {
    setProblem(site.id);
    const { error } = await dependencies.update({ id: site.id, change: changed, optimistic });
    settle(site, error, dashboardTexts.card.changeFailed, done);
  };
  const restore = async ({ id, title }: Pick<MySite, 'id' | 'title'>) => {
    const { error } = await dependencies.restore(id);
    const failure = callFailureOf(error);
    if (error === undefined) showToast(dashboardTexts.restored(title));
    else if (failure) {
      showNotice({ kind: 'fault', text: dashboardTexts.restoreFailed(listFailureText(failure)) });
    }
  };
  const remove = async (site: MySite) => {
    setProblem(site.id);
    const { error } = await dependencies.remove(site.id);
    const undo = { label: dashboardTexts.undo, run: () => void restore(site) };
    settle(site, error, dashboardTexts.card.removeFailed, dashboardTexts.deleted(site.title), undo);
  };
  const copy = async (site: MySite, url: string, done: string) => {
    setProblem(site.id);
    if (await copyText(url)) showToast(done);
    else setProblem(site.id, { title: dashboardTexts.card.copyFailed, text: dashboardTexts.card.copyByHand(url) });
  };
  const share = async (site: MySite, url: string) => {
    const copyInstead = () => copy(site, url, dashboardTexts.linkCopied);
    await shareLink({ title: site.title, url }, copyInstead);
  };

  return {
    mayHavePassword: dependencies.mayHavePassword,
    open,
    close: () => open(null),
    editPath: (site: MySite) => open(dependencies.mayChangePath ? { name: 'path', site } : { name: 'registration' }),
    copyUrl: (site: MySite, url: string) => void copy(site, url, texts.result.copied),
    share: (site: MySite, url: string) => void share(site, url),
    edit: (site: MySite) => dependencies.goToEditor(site.id),
    saveCalendarEntry: dependencies.saveCalendarEntry,
    startAiUpdate: dependencies.startAiUpdate,
    download: ({ id }: MySite) => dependencies.download(id),
    restore,
    makeSecret: (site: MySite) =>
      void change(site, { visibility: 'secret' }, dashboardTexts.madeSecret(site.title), false),
    makePublic: (site: MySite) =>
      void change(site, { visibility: 'public' }, dashboardTexts.madePublic(site.title), false),
    renewLink: (site: MySite) => void change(site, { access_key: null }, dashboardTexts.linkRenewed(site.title), false),
    toggleNoindex: (site: MySite) => void change(site, { noindex: !site.noindex }, dashboardTexts.saved(site.title)),
    extend: (site: MySite, until: 'days' | 'permanent') => {
      const isPermanent = until === 'permanent';
      const expiry = isPermanent ? permanentExpiry(new Date()) : extendedExpiry(new Date(site.expires_at));
      const done = isPermanent ? dashboardTexts.madePermanent : dashboardTexts.extended(expiry);
      void change(site, { expires_at: expiry.toISOString() }, done);
    },
    remove: (site: MySite) => void remove(site),
  };
}

const text = dashboardTexts.card;

export interface SiteViewProps {
  site: MySite;
  state: SiteState;
  url: string | undefined;
  actions: SiteActions;
}

/** Where the system has a list of apps, that stands first. */
export function shareItems(site: MySite, url: string, actions: SiteActions): MenuItem[] {
  const apps: MenuItem = { label: text.shareByApp, icon: <ShareIcon />, onSelect: () => actions.share(site, url) };
  return [
    ...(canShare() ? [apps] : []),
    { label: text.copyUrl, icon: <CopyIcon />, onSelect: () => actions.copyUrl(site, url) },
    { label: resultTexts.line, icon: <OpenIcon />, href: lineShareUrl(url) },
    { label: resultTexts.x, icon: <OpenIcon />, href: xShareUrl(url, site.title) },
    { label: resultTexts.qrCodeTitle, icon: <QrIcon />, onSelect: () => actions.open({ name: 'qr', site, url }) },
  ];
}

/** Where the path has a button of its own, `hasPathButton`, the menu has no item for it. */
export function siteItems({ site, state, url, actions }: SiteViewProps, hasPathButton = false): MenuItem[] {
  const [isSecret, hasPassword] = [site.visibility === 'secret', site.visibility === 'password'];
  const { mayHavePassword } = actions;
  const items: (MenuItem | false)[] = [
    url !== undefined && { label: text.view, icon: <OpenIcon />, href: url },
    (state === 'live' || state === 'soon') && {
      label: aiUpdateLabel,
      icon: <SparkIcon />,
      onSelect: () => actions.startAiUpdate(site),
    },
    (state === 'live' || state === 'soon') && {
      label: text.extend,
      icon: <CalendarPlusIcon />,
      onSelect: () => actions.open({ name: 'extend', site }),
    },
    state !== 'stopped' &&
      !hasPathButton && {
        label: text.editPath,
        icon: <PencilIcon />,
        onSelect: () => actions.editPath(site),
      },
    state !== 'stopped' && {
      label: text.secret,
      icon: <LinkIcon />,
      pressed: isSecret,
      onSelect: () => (isSecret ? actions.open({ name: 'makePublic', site }) : actions.makeSecret(site)),
    },
    state !== 'stopped' &&
      isSecret && {
        label: text.renewLink,
        icon: <LinkIcon />,
        onSelect: () => actions.open({ name: 'renewLink', site }),
      },
    state !== 'stopped' &&
      mayHavePassword && {
        label: text.setPassword,
        icon: <LockIcon />,
        pressed: hasPassword,
        onSelect: () => actions.open({ name: hasPassword ? 'makePublic' : 'password', site }),
      },
    state !== 'stopped' &&
      hasPassword && {
        label: text.changePassword,
        icon: <LockIcon />,
        onSelect: () => actions.open({ name: 'password', site }),
      },
    state !== 'stopped' && {
      label: text.noindex,
      icon: <SearchOffIcon />,
      pressed: site.noindex,
      onSelect: () => actions.toggleNoindex(site),
    },
    (state === 'live' || state === 'soon') &&
      url !== undefined && {
        label: text.calendar,
        icon: <ClockIcon />,
        onSelect: () => actions.saveCalendarEntry({ ...site, url }),
      },
    state !== 'stopped' && {
      label: downloadTexts.page,
      icon: <DownloadIcon />,
      onSelect: () => actions.download(site),
    },
    {
      label: text.remove,
      icon: <TrashIcon />,
      danger: true,
      onSelect: () => actions.open({ name: 'remove', site }),
    },
  ];
  return items.filter((item) => item !== false);
}
