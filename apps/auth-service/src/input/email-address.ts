import { limits, ServiceError } from '@haru/contracts';

// This is the HTML standard's form of an address, with a domain of at least two labels. Nothing in it could break a
// header or need quoting.
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainPart = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns the address in lower case. @throws ServiceError validation_failed with the text that the product maps */
export function parseEmail(text: string): string {
  const address = text.toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (
    at < 1 ||
    address.length > limits.emailMaxLength ||
    local.length > 64 ||
    !localPart.test(local) ||
    !domainPart.test(domain)
  ) {
    throw new ServiceError('validation_failed', { message: 'Unable to validate email address: invalid format' });
  }
  return address;
}

/** A text that cannot be an address is treated as an unknown address, not as a fault of the caller. */
export function emailOrUndefined(text: string): string | undefined {
  try {
    return parseEmail(text);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
