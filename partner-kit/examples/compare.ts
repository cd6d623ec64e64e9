import { BOOK_ADVICE, compareBooks, createClient, platformBook } from '@wasl/partner-kit'

// Your own lines, normally rows of a database.
const november = [
  { reference: 'INV-2026-0001', amount: 599.8 },
  { reference: 'INV-2026-0002', amount: 12000, state: 'refunded' },
] as const

const client = createClient({
  baseUrl: process.env['WASL_URL'],
  apiKey: process.env['WASL_API_KEY'],
})
const { differences, agreeing } = await compareBooks({
  here: november,
  there: platformBook(client, { from: '2026-11-01', to: '2026-11-30' }),
})
console.log(`${agreeing} agree`)
for (const { reference, difference } of differences) {
  console.log(reference, difference, BOOK_ADVICE[difference].en)
}
