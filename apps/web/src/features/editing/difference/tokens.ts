/**
 * Pieces that end where a statement, a tag, a line or a sentence does. A minified page is one line, and these are what
 * its lines would be.
 */
const chunkPattern = /[^>;{}\n。]*[>;{}\n。]|[^>;{}\n。]+/g;

/** Words, runs of blanks, and every other character by itself: Japanese has no spaces between words. */
const tokenPattern = /[\p{Script=Latin}\p{Nd}_$]+|[ \t]+|\r\n|./gsu;

export const chunksOf = (text: string): string[] => text.match(chunkPattern) ?? [];

export const tokensOf = (text: string): string[] => text.match(tokenPattern) ?? [];

/** Numbers for texts, equal for equal texts: comparing them takes the same time whatever their length. */
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
