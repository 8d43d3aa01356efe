import { useEffect, useRef, type ReactNode } from 'react';
import { LockIcon } from './icons/action-icons.js';

interface MessageScreenProps {
  title: string;
  /** The heading takes the focus, because the focused element is removed. */
  takesFocus?: boolean;
  children: ReactNode;
}

export function MessageScreen({ title, takesFocus = false, children }: MessageScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="message card">
      <span className="sign tone-plain">
        <LockIcon />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
