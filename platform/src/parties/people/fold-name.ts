/**
 * Names as eyes read them (W180): two names with the same folding look the same to a person. Without
 * I/O.
 */

/** Letters of other alphabets that look like these; Arabic letters that one keyboard or another types. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'АаΑαɑаᴀȺⱥ',
  b: 'ВвЬьΒβƄƅʙƁɓɃƀ',
  c: 'СсϹϲᴄȻȼƇƈ',
  d: 'ԀԁᴅĐđÐðƊɗƉɖ',
  e: 'ЕеΕεєЄᴇɆɇƐɛ',
  f: 'ϜƒƑ',
  g: 'ɡԌԍǤǥƓɠɢ',
  h: 'НнΗҺһʜĦħɦ',
  j: 'ЈјϳЈᴊɈɉ',
  k: 'КкΚκᴋƘƙҚқ',
  // A capital I, a small l and a 1 look alike, so all that look like an i are an l.
  l: 'iI1|ІіΙιıɩӀӏℓʟŁłƚȽƗɨ',
  m: 'МмΜϺᴍⱮɱ',
  n: 'ΝηпПɴŊŋƝɲ',
  o: '0ОоΟοσօᴏØøƟɵ',
  p: 'РрΡρᴘƤƥ',
  q: 'Ԛԛ',
  r: 'гГʀᴦҐґɌɍ',
  s: 'ЅѕՏꜱ',
  t: 'ТтΤτᴛŦŧƬƭȾⱦ',
  u: 'υսᴜɄʉ',
  v: 'νѴѵᴠƲʋ',
  w: 'ԜԝωᴡШш',
  x: 'ХхΧχ',
  y: 'УуΥγҮүʏɎɏƳƴ',
  z: 'ΖζᴢƵƶȤȥ',
  ا: 'ٱ',
  ه: 'ةھہۀە',
  ي: 'ىیې',
  ك: 'کڪ',
}

const READ_AS = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, others]) =>
    Array.from(others).map((other) => [other, letter] as const),
  ),
)

/** Accents, marks, what nothing shows, spaces, points and strokes, and what lengthens an Arabic word. */
const UNSEEN =
  /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\p{White_Space}\p{P}\p{Sk}\p{Lm}\u2212]/gu

/** @example foldName('Аli  BEN') === foldName('ali ben') // the first letter is Cyrillic */
export const foldName = (name: string): string =>
  Array.from(name.normalize('NFKD').replaceAll(UNSEEN, ''))
    .map((character) => READ_AS.get(character) ?? character.toLowerCase())
    .map((character) => READ_AS.get(character) ?? character)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

/** Alphabets that people write their names in. Letters of others look like these, and nobody folds them. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Tifinagh}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Hangul}/u,
]

const LETTERS = /\p{L}/gu

/**
 * Whether a name is not written in one of these alphabets, each word in one, or has symbols in it: then it
 * may look like any other name.
 */
export const isDisguised = (name: string): boolean => {
  const text = name.normalize('NFKC')
  if (/\p{So}/u.test(text)) return true
  return text
    .split(/[\s\p{P}]+/u)
    .map((word) => word.match(LETTERS) ?? [])
    .some((word) => !ALPHABETS.some((alphabet) => word.every((letter) => alphabet.test(letter))))
}
