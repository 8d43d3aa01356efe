import { limits } from '@haru/contracts';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { focusWhenShown } from '../../components/focus/lost-focus.js';
import { useTimeout } from '../../components/hooks.js';
import { classNames } from '../../components/class-names.js';
import { CheckIcon, WarningIcon } from '../../components/icons/icons.js';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { screens } from '../../paths.js';
import { codeOfError } from '../../http/failure.js';
import type { MailTokenType } from '../../session/links/arrived-session.js';
import { FLOW_ID_PARAMETER } from '../../session/links/link-arrival.js';
import type { MailLinkToken } from '../../session/links/mail-link-calls.js';
import { authTexts } from '../../texts/account/auth.js';
import styles from './link-page.module.css';

interface LinkPageProps {
  title: string;
  wide?: boolean;
  /** Nobody comes to some pages from the app. */
  leadsHome?: boolean;
  children: ReactNode;
}

export function LinkPage({ title, wide = false, leadsHome = true, children }: LinkPageProps) {
  return (
    <section aria-labelledby="link-page-title" className={classNames(styles['card'], wide && styles['wide'])}>
      <h1 id="link-page-title">{title}</h1>
      {children}
      {leadsHome && (
        <Link className={classNames('touch-link', styles['home'])} to={screens.publish.path}>
          {authTexts.home}
        </Link>
      )}
    </section>
  );
}

interface OutcomeProps {
  /** `plain` is an outcome that the person chose. */
  tone?: 'good' | 'plain' | 'bad';
  text: string;
  hint?: string | undefined;
  children?: ReactNode;
}

/** It replaces the page's title, and takes the focus, because the focused element is removed. */
export function Outcome({ tone = 'bad', text, hint, children }: OutcomeProps) {
  return (
    <div
      className={classNames('stack-8', styles['outcome'])}
      ref={focusWhenShown}
      role={tone === 'bad' ? 'alert' : 'status'}
      tabIndex={-1}
    >
      <span className={`sign tone-${tone}`}>{tone === 'good' ? <CheckIcon /> : <WarningIcon />}</span>
      <h1>{text}</h1>
      {hint !== undefined && <p>{hint}</p>}
      {children}
    </div>
  );
}

interface MailLinkPageProps {
  title: string;
  type: MailTokenType;
  texts: Record<'invalid' | 'invalidHint', string>;
  /** Shown for a link that was followed before, or too late. */
  used: ReactNode;
  /** The button that leads on from an address without a token. */
  next: ReactNode;
  children: (link: MailLinkToken, onUsed: () => void) => ReactNode;
}

/** The token of a mail's link works once. A reload finds it again, or that it was used. */
export function MailLinkPage({ title, type, texts: text, used, next, children }: MailLinkPageProps) {
  const { link, isUsed, markUsed } = useMailToken(type);
  return (
    <LinkPage title={title}>
      {link && children(link, markUsed)}
      {!link && isUsed && used}
      {!link && !isUsed && (
        <Outcome text={text.invalid} hint={text.invalidHint}>
          {next}
        </Outcome>
      )}
    </LinkPage>
  );
}

/** The page keeps it with its entry in the browser's history, so that a reload finds it again. */
interface Kept {
  token?: string;
  flowId?: string | undefined;
  used?: boolean;
}

/** Removes the token from the address, so that nobody copies, bookmarks or shows it by accident. */
function useMailToken(type: MailTokenType) {
  const [query] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const given = query.get('type') === type ? query.get('token') : null;
  const [arrived] = useState<Kept>(() =>
    given
      ? { token: given, flowId: query.get(FLOW_ID_PARAMETER) ?? undefined }
      : ((location.state as Kept | null) ?? {}),
  );

  const keep = (kept: Kept) => void navigate(location.pathname, { replace: true, state: kept });
  const cleanAddress = useEffectEvent(() => {
    if (given) keep(arrived);
  });
  useEffect(() => cleanAddress(), []);
  const { token, flowId, used } = arrived;
  const link: MailLinkToken | undefined = token ? { tokenHash: token, flowId } : undefined;
  /** `markUsed` is called when the token was used, or can never be used. */
  return { link, isUsed: used === true, markUsed: () => keep({ used: true }) };
}

/** Makes a call whose link works once. `onUsed` is called when it has succeeded, or can never succeed. */
export async function redeemOnce<Answer>(
  call: () => Promise<Answer>,
  finalCodes: ReadonlySet<string>,
  onUsed: () => void,
): Promise<Answer> {
  try {
    const answer = await call();
    onUsed();
    return answer;
  } catch (error) {
    if (finalCodes.has(codeOfError(error) ?? '')) onUsed();
    throw error;
  }
}

/** Opens the publish screen or the dashboard a moment after `done`, so that the message can be read. */
export function useRedirectHome(done: boolean, home: string = screens.publish.path): void {
  const navigate = useNavigate();
  useTimeout(() => void navigate(home, { replace: true }), done ? limits.redirectAfterConfirmMs : undefined);
}
