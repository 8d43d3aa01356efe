import { useState, type ReactNode } from 'react';
import { useLocation, useNavigate, Link } from 'react-router-dom';
import { isOwner, type Owner } from '../../session/account.js';
import { useAccount } from '../../session/session-slice.js';
import { useProductName, useSignOutMutation } from '../../api/api.js';
import { Button } from '../../components/buttons/button.js';
import { DisclosureMenu } from '../../components/menu/disclosure-menu.js';
import {
  ChevronIcon,
  FlagIcon,
  GearIcon,
  GridIcon,
  HeartIcon,
  LeaveIcon,
  MenuIcon,
  PersonIcon,
  PlusIcon,
} from '../../components/icons/icons.js';
import { requiredPart } from '../../components/loading/loaded-part.js';
import { useNarrowWidth } from '../../components/hooks.js';
import { useNotices } from '../../components/notices/notices.js';
import { useOpenDialog, useOpenLogin } from '../../features/auth/dialog.js';
import { useFeedback } from '../../features/feedback/use-feedback.js';
import { SiteCount } from '../../features/site/site-count.js';
import { callFailureOf, failureText } from '../../http/failure.js';
import { screens, screenOf } from '../../paths.js';
import { withoutInputKept } from '../../texts/errors/first-errors.js';
import { texts } from '../../texts/ja.js';
import styles from './header.module.css';
import { Badge } from '../../components/badge.js';

const SignOutWarning = requiredPart(() => import('../../features/auth/sign-out-warning.js'), 'SignOutWarning');

export function Header() {
  const productName = useProductName();
  const account = useAccount();
  const isNarrow = useNarrowWidth();
  // Those who are asked for a page's password need no account.
  const isForGuests = screenOf(useLocation()) === 'open';
  const signOut = useSignOut();
  const feedback = useFeedback();
  const accountItems = useAccountItems(signOut.ask);
  const feedbackItems: HeaderItem[] = [
    {
      label: texts.header.like,
      icon: (
        <span className={feedback.hasLiked ? styles['liked'] : undefined}>
          <HeartIcon />
        </span>
      ),
      onSelect: feedback.like,
    },
    { label: texts.header.report, icon: <FlagIcon />, onSelect: feedback.report },
  ];
  const accountLabel = isOwner(account) ? <AccountLabel account={account} /> : undefined;
  const menu = isNarrow ? (
    <DisclosureMenu
      groups={[feedbackItems, accountItems]}
      heading={accountLabel}
      iconLeft={<MenuIcon />}
      label={texts.header.menu}
    />
  ) : (
    <DisclosureMenu buttonText={accountLabel} groups={[accountItems]} iconRight={<ChevronIcon />} />
  );
  return (
    <header className={`page-header ${styles['header']}`}>
      <div className="page-row row">
        <Link aria-label={texts.header.home(productName)} className="wordmark row" to={screens.publish.path}>
          <span aria-hidden="true" className="seal" data-text={texts.seal} />
          <span>{productName}</span>
        </Link>
        {!isForGuests && (
          <>
            <SiteCount />
            <nav aria-label={texts.header.label} className={`row ${styles['actions']}`}>
              {!isNarrow && feedbackItems.map((item) => <ItemButton item={item} key={item.label} />)}
              <DashboardButton />
              {isNarrow || accountLabel
                ? menu
                : accountItems.map(({ label, onSelect }) => <ItemButton item={{ label, onSelect }} key={label} />)}
            </nav>
          </>
        )}
      </div>
      {feedback.dialog}
      {signOut.warning}
    </header>
  );
}

interface HeaderItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
}

function ItemButton({ item: { label, icon, onSelect } }: { item: HeaderItem }) {
  return (
    <Button iconLeft={icon} onClick={onSelect} size="sm" variant="ghost">
      {label}
    </Button>
  );
}

function DashboardButton() {
  const navigate = useNavigate();
  const shown = screenOf(useLocation()) === 'dashboard';
  return (
    <Button
      aria-label={texts.header.dashboard}
      aria-pressed={shown}
      iconLeft={<GridIcon />}
      onClick={() => void navigate(shown ? screens.publish.path : screens.dashboard.path)}
      size="sm"
    >
      <span className={styles['dashboard']}>{texts.header.dashboard}</span>
    </Button>
  );
}

function useAccountItems(onSignOut: () => void): HeaderItem[] {
  const account = useAccount();
  const openDialog = useOpenDialog();
  const openLogin = useOpenLogin();
  const navigate = useNavigate();
  const { header: text } = texts;
  const register = () => openDialog({ name: 'auth', view: 'register' });
  const login = { label: text.login, icon: <PersonIcon />, onSelect: openLogin };
  const admin = { label: text.admin, icon: <GridIcon />, onSelect: () => void navigate(screens.admin.path) };
  const ofOwner = [
    { label: text.settings, icon: <GearIcon />, onSelect: () => openDialog({ name: 'settings', tab: 'profile' }) },
    { label: text.logout, icon: <LeaveIcon />, onSelect: onSignOut },
  ];
  switch (account.kind) {
    case 'unknown':
      return [];
    case 'visitor':
    case 'needsMfa':
      return [login];
    case 'temporary':
      return [{ label: text.register, icon: <PlusIcon />, onSelect: register }, login, ...ofOwner];
    case 'registered':
      return [...(account.mayAdminister ? [admin] : []), ...ofOwner];
  }
}

/** Signs out; from a temporary account only after a warning, because nobody can log in to it again. */
function useSignOut() {
  const { kind } = useAccount();
  const [signOut, { isLoading }] = useSignOutMutation();
  const { showNotice } = useNotices();
  const [isWarned, setWarned] = useState(false);
  const confirm = async () => {
    const failure = callFailureOf((await signOut()).error);
    setWarned(false);
    if (failure) showNotice({ kind: 'fault', text: withoutInputKept(failureText(failure)) });
  };
  return {
    ask: () => (kind === 'temporary' ? setWarned(true) : void confirm()),
    warning: isWarned && (
      <SignOutWarning onCancel={() => setWarned(false)} onConfirm={() => void confirm()} working={isLoading} />
    ),
  };
}

function AccountLabel({ account }: { account: Owner }) {
  if (account.kind === 'temporary') return <Badge tone="soon">{texts.header.temporary}</Badge>;
  return (
    <span className={`ellipsis ${styles['address']}`} title={account.email}>
      {account.email}
    </span>
  );
}
