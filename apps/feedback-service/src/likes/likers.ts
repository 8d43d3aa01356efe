import { hash } from 'node:crypto';
import type { Caller, Submission } from '@haru/contracts';

/**
 * Who likes, as keys of which each counts once a day: the account and the device, where there are both, so that neither
 * a second account nor signing out makes a second like.
 *
 * A device is the random id that its browser keeps. By address alone everybody in one school or behind one carrier's
 * NAT would be one; so it only stands in where nothing else is known. Fresh ids cost a script nothing: what bounds it
 * is the gateway's limit per address.
 */
export function likersOf({ device, network }: Pick<Submission, 'device' | 'network'>, caller: Caller): Buffer[] {
  const keys = [
    ...(caller.role === 'authenticated' ? [`account ${caller.accountId}`] : []),
    ...(device === undefined ? [] : [`device ${device}`]),
  ];
  if (keys.length === 0) keys.push(`network ${network}`);
  return keys.map((key) => hash('sha256', key, 'buffer'));
}
