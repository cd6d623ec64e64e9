/**
 * What becomes of a merchant's name and city in an EMVCo payload, whose tags 59 and 60 hold printable
 * ASCII alone (W40).
 */

/** The longest merchant name, tags 59 and 64-01, in characters. */
export const MERCHANT_NAME_LENGTH_MAX = 25

/**
 * A name in printable ASCII: accents are taken off, Arabic letters written as their nearest Latin
 * ones, signs without an ASCII form left out. Empty when nothing of it has one.
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
 * The text in composed form, on one line, without characters that cannot be seen: in a payment app
 * they could only deceive.
 */
export const visible = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Zs}\p{Zl}\p{Zp}\p{Cc}]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .trim()

/** Whether some of it is written in Arabic letters. */
export const hasArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(text)

const GRAPHEMES = new Intl.Segmenter('ar', { granularity: 'grapheme' })

/**
 * The beginning of a text, at most so many Unicode characters, never with a part of what a reader
 * takes for one sign: a letter keeps its marks or goes with them.
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

/** Unicode characters, which is what EMVCo counts: not bytes, nor units of UTF-16. */
export const characters = (text: string): number => Array.from(text).length

// After compatibility decomposition: a hamza or madda has come off its letter. Arabic becomes capitals,
// so that the result is seen to be a spelling and not somebody's own way to write the name.
const LATIN_FORMS = [
  'ا=A ٱ=A ب=B ت=T ث=TH ج=DJ ح=H خ=KH د=D ذ=DH ر=R ز=Z س=S ش=CH ص=S ض=D ط=T ظ=DH ع=A غ=GH ف=F ق=K',
  'ك=K ل=L م=M ن=N ه=H و=OU ي=I ى=A ة=A پ=P چ=TCH ژ=J ڤ=V ڨ=G گ=G ک=K ی=I ٪=%',
  '٠=0 ١=1 ٢=2 ٣=3 ٤=4 ٥=5 ٦=6 ٧=7 ٨=8 ٩=9 ،=, ؛=; ؟=?',
  // What does not come apart, and the marks of typography.
  'œ=oe Œ=OE æ=ae Æ=AE ß=ss ø=o Ø=O ł=l Ł=L đ=d Đ=D ı=i ’=\' ‘=\' ʼ=\' “=" ”=" «=" »=" –=- —=- ‑=-',
]

const LATIN = new Map(
  LATIN_FORMS.flatMap((line) => line.split(' ')).map((pair): [string, string] => [
    pair.charAt(0),
    pair.slice(2),
  ]),
)
