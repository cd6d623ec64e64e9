/**
 * Converts a merchant's name and city for an EMVCo payload: tags 59 and 60 hold printable ASCII
 * only (W40).
 */

/** The longest merchant name, tags 59 and 64-01, in characters. */
export const MERCHANT_NAME_LENGTH_MAX = 25

/**
 * A name in printable ASCII. Removes accents, writes Arabic letters as their nearest Latin ones,
 * and drops characters without an ASCII form. Empty when nothing is left.
 *
 * @example asciiName('Épicerie Larbaâ') // 'Epicerie Larbaa'
 * @example asciiName('دار البهية') // 'DAR ALBHYA'
 */
export const asciiName = (name: string): string => {
  const letters = Array.from(visible(name).normalize('NFKD'), (sign) => LATIN.get(sign) ?? sign)
  return letters
    .join('')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/**
 * The text in composed form, on one line, without invisible characters, which could only deceive in
 * a payment app.
 */
export const visible = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Zs}\p{Zl}\p{Zp}\p{Cc}]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .trim()

/** Whether the text contains Arabic letters. */
export const hasArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(text)

const GRAPHEMES = new Intl.Segmenter('ar', { granularity: 'grapheme' })

/**
 * The beginning of a text, at most this many Unicode characters long. It never cuts a letter from
 * its combining marks.
 */
export const shortened = (text: string, lengthMax: number): string => {
  let kept = ''
  let length = 0
  for (const { segment } of GRAPHEMES.segment(text)) {
    length += characters(segment)
    if (length > lengthMax) break
    kept += segment
  }
  return kept.trimEnd()
}

/** The number of Unicode characters, which is what EMVCo counts: not bytes, nor UTF-16 units. */
export const characters = (text: string): number => Array.from(text).length

// Applied after compatibility decomposition, which separates a hamza or madda from its letter.
// Arabic becomes capitals, to show that this is a transliteration and not the owner's own spelling.
const LATIN_FORMS = [
  'ا=A ٱ=A ب=B ت=T ث=TH ج=DJ ح=H خ=KH د=D ذ=DH ر=R ز=Z س=S ش=CH ص=S ض=D ط=T ظ=DH ع=A غ=GH ف=F ق=K',
  'ك=K ل=L م=M ن=N ه=H و=OU ي=I ى=A ة=A پ=P چ=TCH ژ=J ڤ=V ڨ=G گ=G ک=K ی=I ٪=%',
  '٠=0 ١=1 ٢=2 ٣=3 ٤=4 ٥=5 ٦=6 ٧=7 ٨=8 ٩=9 ،=, ؛=; ؟=?',
  // Letters that do not decompose, and typographic marks.
  'œ=oe Œ=OE æ=ae Æ=AE ß=ss ø=o Ø=O ł=l Ł=L đ=d Đ=D ı=i ’=\' ‘=\' ʼ=\' “=" ”=" «=" »=" –=- —=- ‑=-',
]

const LATIN = new Map(
  LATIN_FORMS.flatMap((line) => line.split(' ')).map((pair): [string, string] => [
    pair.charAt(0),
    pair.slice(2),
  ]),
)
