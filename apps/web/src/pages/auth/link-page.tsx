import { limits } from '@haru/contracts';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { classNames } from '../../components/class-names.js';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../paths.js';
import { authTexts } from '../../texts/account/auth.js';
import styles from './link-page.module.css';

export function LinkPage({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section aria-labelledby="link-page-title" className={classNames(styles['card'], wide && styles['wide'])}>
      <h1 className={styles['title']} id="link-page-title">
        {title}
      </h1>
      {children}
      <Link className={styles['home']} to={paths.publish}>
        {authTexts.home}
      </Link>
    </section>
  );
}

interface OutcomeProps {
  good?: boolean;
  text: string;
  hint?: string | undefined;
  /** Buttons that lead on. */
  children?: ReactNode;
}

/** It takes the focus, because the focused element is removed. */
export function Outcome({ good = false, text, hint, children }: OutcomeProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div className={styles['outcome']} ref={ref} role={good ? 'status' : 'alert'} tabIndex={-1}>
      <p className={good ? styles['good'] : styles['bad']}>{text}</p>
      {hint !== undefined && <p>{hint}</p>}
      {children}
    </div>
  );
}

/** Opens the publish screen or the dashboard a moment after `done`, so that the message can be read. */
export function useRedirectHome(done: boolean, home: string = paths.publish): void {
  const navigate = useNavigate();
  const goHome = useEffectEvent(() => void navigate(home, { replace: true }));
  useEffect(() => {
    if (!done) return undefined;
    const timer = window.setTimeout(() => goHome(), limits.redirectAfterConfirmMs);
    return () => window.clearTimeout(timer);
  }, [done]);
}
