/**
 * Names as eyes read them (W180): two names with the same folding look the same to a person. Without
 * I/O.
 */

/** Letters of other alphabets that look like these; Arabic letters that one keyboard or another types. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'АаΑαɑаᴀ',
  b: 'ВвЬьΒβƄƅʙ',
  c: 'СсϹϲᴄ',
  d: 'Ԁԁᴅ',
  e: 'ЕеΕεєЄᴇ',
  f: 'Ϝƒ',
  g: 'ɡԌ',
  h: 'НнΗҺһʜ',
  j: 'ЈјϳЈᴊ',
  k: 'КкΚκᴋ',
  // A capital I, a small l and a 1 look alike, so all that look like an i are an l.
  l: 'iI1|ІіΙιıɩӀӏℓʟ',
  m: 'МмΜϺᴍ',
  n: 'ΝηпПɴ',
  o: '0ОоΟοσօᴏ',
  p: 'РрΡρᴘ',
  q: 'Ԛԛ',
  r: 'гГʀᴦ',
  s: 'ЅѕՏꜱ',
  t: 'ТтΤτᴛ',
  u: 'υսᴜ',
  v: 'νѴѵᴠ',
  w: 'ԜԝωᴡШш',
  x: 'ХхΧχ',
  y: 'УуΥγҮүʏ',
  z: 'Ζζᴢ',
  ه: 'ةھہۀە',
  ي: 'ىیې',
  ك: 'کڪ',
  '-': '‐‑‒–—―−',
  "'": '’‘ʼ`´ʹ′',
}

const READ_AS = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, others]) =>
    Array.from(others).map((other) => [other, letter] as const),
  ),
)

/** Accents, marks, what nothing shows, spaces, and the stroke that lengthens an Arabic word. */
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\p{White_Space}\u0640]/gu

/** @example foldName('Аli  BEN') === foldName('ali ben') // the first letter is Cyrillic */
export const foldName = (name: string): string =>
  Array.from(name.normalize('NFKD').replaceAll(UNSEEN, ''))
    .map((character) => READ_AS.get(character) ?? character.toLowerCase())
    .map((character) => READ_AS.get(character) ?? character)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
