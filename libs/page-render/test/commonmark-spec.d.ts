declare module 'commonmark-spec' {
  /** The examples of the specification. A tab is `→` there. */
  export const tests: readonly { markdown: string; html: string; section: string; number: number }[];
}
