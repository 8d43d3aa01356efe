import { limits, ServiceError } from '@haru/contracts';

/** @throws ServiceError validation_failed, weak_password */
export function checkNewPassword(password: string): void {
  if (!password.isWellFormed()) {
    throw new ServiceError('validation_failed', { message: 'Password must be text without unpaired surrogates' });
  }
  if (Buffer.byteLength(password) > limits.passwordMaxBytes) {
    throw new ServiceError('validation_failed', {
      message: `Password cannot be longer than ${limits.passwordMaxBytes} bytes`,
    });
  }
  if ([...password].length < limits.passwordMinLength) {
    throw new ServiceError('weak_password', {
      message: `Password should be at least ${limits.passwordMinLength} characters.`,
      reasons: ['length'],
    });
  }
}
