interface GivenAccess {
  /** It is null if the visibility and the password stay. */
  visibility: string;
  passwordHash: string;
  hasNewKey?: string;
}

/**
 * Sets who may see a page in an update of `sites`, from these SQL expressions. With another visibility, password or key
 * the page gets a new generation, which makes earlier keys, codes and cookies invalid.
 */
export function setAccess({ visibility, passwordHash, hasNewKey = 'false' }: GivenAccess): string {
  return `
    visibility = coalesce(${visibility}, sites.visibility),
    access_generation = sites.access_generation + (${hasNewKey} OR ${passwordHash}::text IS NOT NULL
      OR sites.visibility <> coalesce(${visibility}, sites.visibility))::int,
    password_hash = CASE WHEN ${visibility} IS NULL THEN sites.password_hash ELSE ${passwordHash} END`;
}
