import { useEffect, useRef, type ReactNode } from 'react';

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
    <div className="message">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
