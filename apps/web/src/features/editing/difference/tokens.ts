/**
 * Chunks end where a statement, a tag, a line or a sentence does. A minified page is one line, and chunks serve as
 * its lines.
 */
const chunkPattern = /[^>;{}\n。]*[>;{}\n。]|[^>;{}\n。]+/g;

/** Tokens are words, runs of blanks, and every other character by itself: Japanese has no spaces between words. */
const tokenPattern = /[\p{Script=Latin}\p{Nd}_$]+|[ \t]+|\r\n|./gsu;

export const chunksOf = (text: string): string[] => text.match(chunkPattern) ?? [];

export const tokensOf = (text: string): string[] => text.match(tokenPattern) ?? [];

/** Gives equal texts equal numbers, because comparing numbers takes the same time whatever the length. */
export class TextNumbers {
  private readonly numbers = new Map<string, number>();

  of(texts: readonly string[]): number[] {
    return texts.map((text) => {
      const known = this.numbers.get(text);
      if (known !== undefined) return known;
      this.numbers.set(text, this.numbers.size);
      return this.numbers.size - 1;
    });
  }
}
