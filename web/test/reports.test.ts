/** An accountant reads a report of the books in Arabic, and takes it along for Excel. */
import { beforeAll, expect, test } from 'vitest'
import { after, periodAt } from '../../platform/src/base/database/period.ts'
import { openBooks } from '../../platform/test/support/books.ts'
import { startPartner } from '../../platform/test/support/partner.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import { newReference } from '../../platform/test/support/node.ts'
import { rowsOfWorkbook } from '../../platform/test/support/statement-documents.ts'
import { savedBy } from './support/saved.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

beforeAll(async () => {
  const { platform } = stage
  // The page shows this month, so the next day must be of the same one.
  const nextMonth = after(periodAt(await platform.clock.now(), 'month'), 1)
  await platform.clock.advanceTo(`${nextMonth}-05T11:00:00Z`)
  const server = await startPartner()
  const partner = await platform.createPartner(server, { name: 'Dar El Bahia' })
  const channel = await platform.createChannel('AGENCY')
  const books = await openBooks(platform)
  const reference = newReference()
  server.prices.set(reference, 10_000)
  const payment = await platform.opened(channel, partner, reference)
  await platform.change(channel, 'confirm', payment.paymentId)
  await books.nextDay()
  return () => server.close()
})

test('the page shows the journal with its total, then another report, and saves them', async () => {
  const { platform } = stage
  const { token } = await signInAs(platform, { side: 'operator', role: 'finance-checker' })
  const page = await stage.visit({ cookie: `wasl-session=${token}`, language: 'ar' })
  await page.goto('/console')
  await page.getByRole('link', { name: 'التقارير المحاسبية' }).click()
  const table = page.getByRole('table', { name: 'اليومية' })
  await table.getByText('تحصيل').waitFor()
  await table
    .locator('tfoot')
    .getByText(/10.000,00/)
    .waitFor()
  const save = page.getByRole('button', { name: 'تصدير إلى Excel' })
  const journal = rowsOfWorkbook(await savedBy(page, save))
  expect(journal[0]?.slice(0, 3)).toEqual(['يوم العمل', 'العملية', 'مدين'])
  expect(journal.at(-1)).toEqual(['المجموع', '10000.00'])

  await page.getByRole('search').locator('select').selectOption('clients-money')
  await page.getByRole('table', { name: 'أموال العملاء' }).getByText('مستحَق للشركاء').waitFor()
  expect(new URL(page.url()).searchParams.get('report')).toBe('clients-money')
  const money = rowsOfWorkbook(await savedBy(page, save))
  expect(money.map(([part]) => part)).toContain('الباقي')
  await page.context().close()
})
