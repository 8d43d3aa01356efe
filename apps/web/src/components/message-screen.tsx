import type { ReactNode } from 'react';
import { focusWhenShown } from './focus/lost-focus.js';
import { LockIcon } from './icons/action-icons.js';

interface MessageScreenProps {
  title: string;
  /** The heading takes the focus, because the focused element is removed. */
  takesFocus?: boolean;
  children: ReactNode;
}

export function MessageScreen({ title, takesFocus = false, children }: MessageScreenProps) {
  return (
    <div className="message card">
      <span className="sign tone-plain">
        <LockIcon />
      </span>
      <h1 ref={takesFocus ? focusWhenShown : undefined} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
