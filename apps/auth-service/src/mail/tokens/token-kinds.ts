import type { TokenKind } from '../../tables/mail/one-time-token.entity.js';

/** At `/verify`, `email` stands for whichever of confirmation and recovery fits. */
const verifyTypes = ['signup', 'invite', 'recovery', 'magiclink', 'email_change', 'email'] as const;
export type VerifyType = (typeof verifyTypes)[number];

export function findVerifyType(type: string): VerifyType | undefined {
  return verifyTypes.find((each) => each === type);
}

export function kindsOf(type: VerifyType): readonly TokenKind[] {
  return type === 'email' ? ['signup', 'invite', 'recovery', 'magiclink'] : [type];
}
