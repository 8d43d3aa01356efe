/** A row has the name, the registrable domains with spaces between them, and other names. */
export type BrandRow = readonly [name: string, domains: string, ...otherNames: string[]];
