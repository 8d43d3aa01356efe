import { useLocation, useNavigate, Link } from 'react-router-dom';
import { isOwner, type Account } from '../../session/account.js';
import { useAccount } from '../../session/session-slice.js';
import { useAppConfig, useSignOutMutation } from '../../api/api.js';
import { Button } from '../../components/buttons/button.js';
import { DisclosureMenu } from '../../components/menu/disclosure-menu.js';
import type { MenuItem } from '../../components/menu/menu-items.js';
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
import { LoadedPart } from '../../components/loading/loaded-part.js';
import { lazyPart } from '../../components/loading/lazy-part.js';
import { useNarrowWidth } from '../../components/hooks.js';
import { useOpenDialog, useOpenLogin } from '../../features/auth/dialog.js';
import { useFeedback } from '../../features/feedback/use-feedback.js';
import { SiteCount } from '../../features/site/site-count.js';
import { paths, screenOf } from '../../paths.js';
import { texts } from '../../texts/ja.js';
import styles from './header.module.css';
import { useState } from 'react';
import { Badge } from '../../components/badge.js';

const SignOutWarning = lazyPart(async () => (await import('../../features/auth/sign-out-warning.js')).SignOutWarning);

export function Header() {
  const { productName } = useAppConfig();
  const narrow = useNarrowWidth();
  const signOut = useSignOut();
  const feedback = useFeedback();
  const Actions = narrow ? NarrowActions : WideActions;
  return (
    <header className={styles['header']}>
      <div className={styles['inside']}>
        <Link aria-label={texts.header.home(productName)} className={styles['wordmark']} to={paths.publish}>
          <span aria-hidden="true" className="seal" data-text={texts.seal} />
          <span className={styles['name']}>{productName}</span>
        </Link>
        <SiteCount />
        <nav aria-label={texts.header.label} className={styles['actions']}>
          <Actions onLike={feedback.like} onReport={feedback.report} onSignOut={signOut.ask} />
        </nav>
      </div>
      {feedback.dialog}
      {signOut.warning && (
        <LoadedPart>
          <SignOutWarning
            onCancel={signOut.cancel}
            onConfirm={() => void signOut.confirm()}
            working={signOut.working}
          />
        </LoadedPart>
      )}
    </header>
  );
}

interface ActionsProps {
  onLike: () => void;
  onReport: () => void;
  onSignOut: () => void;
}

function WideActions({ onLike, onReport, onSignOut }: ActionsProps) {
  const account = useAccount();
  const openLogin = useOpenLogin();
  const accountItems = useAccountItems(onSignOut);
  return (
    <>
      <Button iconLeft={<HeartIcon />} onClick={onLike} size="sm" variant="ghost">
        {texts.header.like}
      </Button>
      <Button iconLeft={<FlagIcon />} onClick={onReport} size="sm" variant="ghost">
        {texts.header.report}
      </Button>
      <DashboardButton />
      {(account.kind === 'visitor' || account.kind === 'needsMfa') && (
        <Button onClick={openLogin} size="sm" variant="ghost">
          {texts.header.login}
        </Button>
      )}
      {isOwner(account) && (
        <DisclosureMenu
          buttonText={<AccountLabel account={account} />}
          iconRight={<ChevronIcon />}
          items={accountItems}
        />
      )}
    </>
  );
}

function NarrowActions({ onLike, onReport, onSignOut }: ActionsProps) {
  const account = useAccount();
  const accountItems = useAccountItems(onSignOut);
  const items = [
    { label: texts.header.like, icon: <HeartIcon />, onSelect: onLike },
    { label: texts.header.report, icon: <FlagIcon />, onSelect: onReport },
    ...accountItems,
  ];
  return (
    <>
      <DashboardButton />
      <DisclosureMenu
        heading={isOwner(account) ? <AccountLabel account={account} /> : undefined}
        iconLeft={<MenuIcon />}
        items={items}
        label={texts.header.menu}
      />
    </>
  );
}

function DashboardButton() {
  const navigate = useNavigate();
  const shown = screenOf(useLocation()) === 'dashboard';
  return (
    <Button
      aria-pressed={shown}
      iconLeft={<GridIcon />}
      onClick={() => void navigate(shown ? paths.publish : paths.dashboard)}
      size="sm"
    >
      <span className={styles['dashboard']}>{texts.header.dashboard}</span>
    </Button>
  );
}

function useAccountItems(onSignOut: () => void): MenuItem[] {
  const account = useAccount();
  const openDialog = useOpenDialog();
  const openLogin = useOpenLogin();
  const navigate = useNavigate();
  const login = { label: texts.header.login, icon: <PersonIcon />, onSelect: openLogin };
  const register = {
    label: texts.header.register,
    icon: <PlusIcon />,
    onSelect: () => openDialog({ name: 'auth', view: 'register' }),
  };
  const admin = { label: texts.header.admin, icon: <GridIcon />, onSelect: () => void navigate(paths.admin) };
  const settings = {
    label: texts.header.settings,
    icon: <GearIcon />,
    onSelect: () => openDialog({ name: 'settings', tab: 'profile' }),
  };
  const logout = { label: texts.header.logout, icon: <LeaveIcon />, onSelect: onSignOut };
  switch (account.kind) {
    case 'unknown':
      return [];
    case 'visitor':
    case 'needsMfa':
      return [login];
    case 'temporary':
      return [register, login, settings, logout];
    case 'registered':
      return [...(account.mayAdminister ? [admin] : []), settings, logout];
  }
}

/** Signs out; from a temporary account only after a warning, because nobody can log in to it again. */
function useSignOut() {
  const account = useAccount();
  const [signOut, { isLoading }] = useSignOutMutation();
  const [warning, setWarning] = useState(false);

  const confirm = async () => {
    await signOut();
    setWarning(false);
  };
  return {
    warning,
    working: isLoading,
    ask: () => {
      if (account.kind === 'temporary') setWarning(true);
      else void confirm();
    },
    confirm,
    cancel: () => setWarning(false),
  };
}

function AccountLabel({ account }: { account: Account }) {
  if (account.kind === 'temporary') return <Badge tone="soon">{texts.header.temporary}</Badge>;
  if (account.kind === 'registered') {
    return (
      <span className={styles['address']} title={account.email}>
        {account.email}
      </span>
    );
  }
  return null;
}
