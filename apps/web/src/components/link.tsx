import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface LinkProps {
  to: string;
  children: ReactNode;
  className?: string | undefined;
  'aria-label'?: string;
}

/** Links to a screen of the app. The router's own link would bring framework-mode prefetching into the first view. */
export function Link({ to, children, ...rest }: LinkProps) {
  return (
    <a {...rest} href={useHref(to)} onClick={useLinkClickHandler(to)}>
      {children}
    </a>
  );
}
