import type { ComponentProps } from 'react';

export function LinkButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} className={`link-button ${className}`} type="button" />;
}
