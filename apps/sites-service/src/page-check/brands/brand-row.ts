/** Name; registrable domains, with spaces between them; other names. */
export type BrandRow = readonly [name: string, domains: string, ...otherNames: string[]];
