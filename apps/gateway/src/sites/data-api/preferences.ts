import { ServiceError } from '@haru/contracts';

export interface Preferences {
  count: 'exact' | 'planned' | 'estimated' | undefined;
  /** The request has `return=representation`; otherwise a change answers nothing. */
  returns: boolean;
  /** A change of more rows is refused. */
  maxAffected: number | undefined;
}

/** These preferences are understood, with these values. `handling` decides about all others. */
const understood: Record<string, RegExp> = {
  count: /^(?:exact|planned|estimated)$/,
  return: /^(?:representation|minimal)$/,
  handling: /^(?:strict|lenient)$/,
  tx: /^commit$/,
  'max-affected': /^\d{1,9}$/,
};

/**
 * Parses `Prefer` (RFC 7240). Unknown preferences are ignored, as the RFC says, unless `handling=strict`. Known ones
 * with an unsupported value are refused, because their sender relies on them, as with `tx=rollback`.
 * @throws ServiceError PGRST100, PGRST122
 */
export function readPreferences(prefer: string): Preferences {
  const given = new Map<string, string>();
  for (const preference of prefer.split(',')) {
    const [, name, value = ''] = /^\s*([^\s=;]+)\s*(?:=\s*"?([^\s";]*))?/.exec(preference) ?? [];
    // If one is given twice, the first counts.
    if (name !== undefined && !given.has(name.toLowerCase())) given.set(name.toLowerCase(), value);
  }
  const unknown: string[] = [];
  for (const [name, value] of given) {
    const values = Object.hasOwn(understood, name) ? understood[name] : undefined;
    if (!values) unknown.push(name);
    else if (!values.test(value)) {
      throw new ServiceError('PGRST100', { message: `Preference ${name}=${value} is not supported` });
    }
  }
  if (unknown.length > 0 && given.get('handling') === 'strict') {
    throw new ServiceError('PGRST122', {
      faults: [{ field: '', message: `Invalid preferences: ${unknown.join(', ')}` }],
    });
  }
  const maxAffected = given.get('max-affected');
  return {
    count: given.get('count') as Preferences['count'],
    returns: given.get('return') === 'representation',
    maxAffected: maxAffected === undefined ? undefined : Number(maxAffected),
  };
}
