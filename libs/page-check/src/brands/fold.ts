/** Each line has lower-case characters that look alike; the first is what the others become. */
const LOOKALIKES = [
  ...['aаαɑ', 'bьƅ', 'cсϲ', 'dԁɗ', 'eеєҽ', 'gɡց', 'hһհ', 'jјϳ', 'kкκ', 'mм', 'nոпη', 'oоοօ0', 'pрρ', 'qԛ', 'sѕ5'],
  ...['tтτ', 'uυս', 'vѵν', 'wԝѡ', 'xхχ', 'yуүγ', 'lіιıⅼ1iӏ'],
  ...'あぁ いぃ うぅ えぇ おぉ つっ やゃ ゆゅ よょ アァ イィ ウゥ エェ オォ ツッ ヤャ ユュ ヨョ'.split(' '),
  "'’‘´`",
  // These kanji look like katakana.
  ...['ロ口', 'カ力', 'タ夕', 'ニ二', 'エ工', 'ハ八', 'ト卜', 'ヘへ', 'リり'],
];
const folded = new Map(LOOKALIKES.flatMap((line) => [...line].slice(1).map((from) => [from, line.charAt(0)])));
const foldable = new RegExp(`[${[...folded.keys()].join('')}]`, 'gu');

/** Browsers show nothing for soft hyphens, joiners, marks of direction and variation selectors. */
export const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const PLAIN = /^[\x20-\x7e]*$/;

/** Normalizes a text: one form of each character, lower case, no invisible characters, single spaces. */
export function plainText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().replaceAll(/ +/g, ' ');
  return text
    .replaceAll(INVISIBLE, '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ');
}

/** Returns one skeleton for texts that look alike, such as `amazon` and `ArnazOn` (see Unicode TS 39). */
export function confusableSkeleton(text: string): string {
  return (
    plainText(text)
      .replaceAll(/(?<=[ァ-ヺー])[一―‐‑‒–—−ｰ-](?=[ァ-ヺ])/g, 'ー')
      .replaceAll(foldable, (character) => folded.get(character) ?? character)
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .replaceAll('ノレ', 'ル')
      // Spaced letters such as "a m a z o n" become one word.
      .replaceAll(/(?<![a-z\d])(?:[a-z] ){3,}[a-z](?![a-z\d])/g, (spaced) => spaced.replaceAll(' ', ''))
  );
}
