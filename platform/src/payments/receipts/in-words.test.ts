import { expect, test } from 'vitest'
import { amountInWords } from './in-words.ts'

test.each([
  [1, 'zéro dinar algérien et un centime'],
  [100, 'un dinar algérien'],
  [7_100, 'soixante et onze dinars algériens'],
  [8_000, 'quatre-vingts dinars algériens'],
  [9_900, 'quatre-vingt-dix-neuf dinars algériens'],
  [20_000, 'deux cents dinars algériens'],
  [20_100, 'deux cent un dinars algériens'],
  [125_050, 'mille deux cent cinquante dinars algériens et cinquante centimes'],
  [30_000_000, 'trois cent mille dinars algériens'],
  [8_000_000, 'quatre-vingt mille dinars algériens'],
  [300_000, 'trois mille dinars algériens'],
  [100_000_000, 'un million de dinars algériens'],
  [
    999_999_999_999,
    expect.stringMatching(/^neuf milliards neuf cent quatre-vingt-dix-neuf millions /),
  ],
])('%i centimes in French', (amount, words) => {
  expect(amountInWords(amount, 'fr')).toEqual(words)
})

test.each([
  [100, 'one Algerian dinar'],
  [2_100, 'twenty-one Algerian dinars'],
  [125_050, 'one thousand two hundred and fifty Algerian dinars and fifty centimes'],
  [1_300_001, 'thirteen thousand Algerian dinars and one centime'],
  [100_000_000, 'one million Algerian dinars'],
])('%i centimes in English', (amount, words) => {
  expect(amountInWords(amount, 'en')).toBe(words)
})

test.each([
  [100, 'دينار جزائري'],
  [200, 'ديناران جزائريان'],
  [500, 'خمسة دنانير جزائرية'],
  [1_100, 'أحد عشر دينارًا جزائريًا'],
  [2_500, 'خمسة وعشرون دينارًا جزائريًا'],
  [10_000, 'مائة دينار جزائري'],
  [20_000, 'مائتا دينار جزائري'],
  [10_100, 'مائة دينار جزائري ودينار جزائري'],
  [10_300, 'مائة وثلاثة دنانير جزائرية'],
  [200_000, 'ألفا دينار جزائري'],
  [125_050, 'ألف ومائتان وخمسون دينارًا جزائريًا وخمسون سنتيمًا'],
  [1_245_000, 'اثنا عشر ألفًا وأربعمائة وخمسون دينارًا جزائريًا'],
  [300_000, 'ثلاثة آلاف دينار جزائري'],
  [100_000_000, 'مليون دينار جزائري'],
  [10_200_000, 'مائة ألف وألفا دينار جزائري'],
  [102, 'دينار جزائري وسنتيمان'],
])('%i centimes in Arabic', (amount, words) => {
  expect(amountInWords(amount, 'ar')).toBe(words)
})
