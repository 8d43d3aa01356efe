/** Letters of other scripts that look like Latin ones. Lower case; the first of each line is what it becomes. */
const LOOKALIKES = [
  ...['aаαɑ', 'bьƅ', 'cсϲ', 'dԁɗ', 'eеєҽ', 'gɡց', 'hһհ', 'jјϳ', 'kкκ', 'mм', 'nոпη', 'oоοօ0', 'pрρ', 'qԛ', 'sѕ5'],
  ...['tтτ', 'uυս', 'vѵν', 'wԝѡ', 'xхχ', 'yуүγ', 'lіιıⅼ1iӏ'],
  ...[
    'あぁ',
    'いぃ',
    'うぅ',
    'えぇ',
    'おぉ',
    'つっ',
    'やゃ',
    'ゆゅ',
    'よょ',
    'アァ',
    'イィ',
    'ウゥ',
    'エェ',
    'オォ',
    'ツッ',
    'ヤャ',
    'ユュ',
    'ヨョ',
  ],
  "'’‘´`",
  // Kanji that look like katakana.
  ...['ロ口', 'カ力', 'タ夕', 'ニ二', 'エ工', 'ハ八', 'ト卜', 'ヘへ', 'リり'],
];
const folded = new Map(LOOKALIKES.flatMap((line) => [...line].slice(1).map((from) => [from, line.charAt(0)])));
const foldable = new RegExp(`[${[...folded.keys()].join('')}]`, 'gu');

/** Shown as nothing: soft hyphens, joiners, marks of direction, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const PLAIN = /^[\x20-\x7e]*$/;

/** Text as it looks: one form of each character, lower case, nothing invisible, white space collapsed. */
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

/** Equal for texts that look alike, such as `amazon` and `ArnazOn`. For comparing only: it is no text to read. */
export function confusableSkeleton(text: string): string {
  return (
    plainText(text)
      .replaceAll(/(?<=[ァ-ヺー])[一―‐‑‒–—−ｰ-](?=[ァ-ヺ])/g, 'ー')
      .replaceAll(foldable, (character) => folded.get(character) ?? character)
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .replaceAll('ノレ', 'ル')
      // "a m a z o n"
      .replaceAll(/(?<![a-z\d])(?:[a-z] ){3,}[a-z](?![a-z\d])/g, (spaced) => spaced.replaceAll(' ', ''))
  );
}
