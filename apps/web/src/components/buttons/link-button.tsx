import type { ComponentProps } from 'react';

/** A button that does little more than show something else looks like a link. */
export function LinkButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} className={`link-button ${className}`} type="button" />;
}
