import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOfPartner } from '../src/money/settlement/fees/owner.ts'
import { closeDueStatements } from '../src/money/settlement/statements/close-due.ts'
import { takeDates } from '../src/money/settlement/statements/take-dates.ts'
import { setClockAhead } from './support/clock.ts'
import { openSettlementHouse, type SettlementHouse } from './support/settlement-house.ts'

let house: SettlementHouse
const log = pino({ level: 'silent' })

beforeAll(async () => {
  house = await openSettlementHouse()
})

afterAll(() => house.stop())

const closeDue = async (): Promise<void> => {
  while (await closeDueStatements(house.db.pool, log));
}

const periodsOf = async ({ partnerId }: { partnerId: string }): Promise<unknown[]> => {
  const { items } = await house.get(`/operator/v1/statements?partnerId=${partnerId}&limit=100`)
  return items
    .toReversed()
    .map(({ to, payments, closedBy, status }: any) => [to, payments, closedBy, status])
}

const setSchedule = async ({ partnerId }: { partnerId: string }, schedule: string) => {
  const path = `/operator/v1/partners/${partnerId}/settlement`
  const { status } = await house.call('PATCH', path, { body: { schedule } })
  expect(status).toBe(200)
}

describe('a scheduled statement', () => {
  test('is closed by no person, once for each period that has lines', async () => {
    const channel = await house.createChannel()
    const partners = {
      daily: await house.createPayee(),
      weekly: await house.createPayee(),
      monthly: await house.createPayee(),
      manual: await house.createPayee(),
    }
    for (const [schedule, partner] of Object.entries(partners)) await setSchedule(partner, schedule)
    // The first of 2030 is a Tuesday.
    for (let date = await house.openNext(); date < '2030-02-04'; date = await house.openNext()) {
      for (const { number } of Object.values(partners)) {
        if (date !== '2030-01-02') await house.collect(number, channel.number, 100_00)
      }
      // No task ran in the middle of January.
      if (date < '2030-01-10' || date > '2030-01-20') await closeDue()
    }
    await closeDue()
    const daily = await periodsOf(partners.daily)
    expect(daily).toHaveLength(33)
    expect(daily.slice(0, 3)).toEqual([
      ['2030-01-01', 1, null, 'closed'],
      ['2030-01-03', 1, null, 'closed'],
      ['2030-01-04', 1, null, 'closed'],
    ])
    expect(await periodsOf(partners.weekly)).toEqual([
      ['2030-01-05', 4, null, 'closed'],
      ['2030-01-12', 7, null, 'closed'],
      ['2030-01-19', 7, null, 'closed'],
      ['2030-01-26', 7, null, 'closed'],
      ['2030-02-02', 7, null, 'closed'],
    ])
    expect(await periodsOf(partners.monthly)).toEqual([['2030-01-31', 30, null, 'closed']])
    expect(await periodsOf(partners.manual)).toEqual([])
  })

  test('can be approved by anyone, because no person closed it', async () => {
    const [partner, channel] = [await house.createPayee(), await house.createChannel()]
    await setSchedule(partner, 'daily')
    await house.openNext()
    await house.collect(partner.number, channel.number, 100_00)
    await house.openNext()
    await closeDue()
    const { items } = await house.get(`/operator/v1/statements?partnerId=${partner.partnerId}`)
    const path = `/operator/v1/statements/${items[0].statementId}/approve`
    expect((await house.post('amina', path, { net: 100 })).status).toBe(200)
  })
})

describe('a statement that a killed process left open', () => {
  test('is closed by the task after a minute, and keeps who closes it', async () => {
    const [partner, channel] = [await house.createPayee(), await house.createChannel()]
    const date = await house.openNext()
    await house.collect(partner.number, channel.number, 100_00)
    await house.openNext()
    // What a process has done that is killed before it stores the figures.
    await takeDates(house.db.pool, ownerOfPartner(partner.number), date, {
      holder: 'Amina Belkacem',
    })
    await closeDue()
    expect(await periodsOf(partner)).toEqual([[date, null, 'Amina Belkacem', 'open']])
    await setClockAhead(house.db.pool, '61 s')
    await closeDue()
    expect(await periodsOf(partner)).toEqual([[date, 1, 'Amina Belkacem', 'closed']])
  })

  test('is closed by the next request, also by one for a later date', async () => {
    const [partner, channel] = [await house.createPayee(), await house.createChannel()]
    const date = await house.openNext()
    await house.collect(partner.number, channel.number, 100_00)
    const later = await house.openNext()
    await house.collect(partner.number, channel.number, 50_00)
    await house.openNext()
    await takeDates(house.db.pool, ownerOfPartner(partner.number), date, {
      holder: 'Amina Belkacem',
    })
    expect(await house.closed(partner.partnerId, later)).toMatchObject({ gross: 50 })
    expect(await periodsOf(partner)).toEqual([
      [date, 1, 'Amina Belkacem', 'closed'],
      [later, 1, 'Amina Belkacem', 'closed'],
    ])
  })
})
