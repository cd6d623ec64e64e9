import { dinarsFromSum, type CallFigures, type MoneyFigures, type Overview } from '@wasl/protocol'
import type { CallHour } from '../../operations/figures/calls.ts'
import type { MoneyDay, MoneyHour, Today } from '../../operations/figures/money.ts'
import type { Standing } from '../../operations/figures/overview.ts'
import type { DueItem } from '../../operations/figures/standing.ts'
import { standingBody } from '../../operations/health-of-partners/standing-body.ts'
import { partnerWireId } from '../../base/wire-ids.ts'

type Sums = Pick<MoneyHour, 'collected' | 'payments' | 'refunded' | 'refunds'>

const NOTHING: Sums = { collected: 0, payments: 0, refunded: 0, refunds: 0 }

const sumOf = (parts: readonly Sums[]) => {
  const sum = parts.reduce(
    (all, part) => ({
      collected: all.collected + part.collected,
      payments: all.payments + part.payments,
      refunded: all.refunded + part.refunded,
      refunds: all.refunds + part.refunds,
    }),
    NOTHING,
  )
  return moved(sum)
}

const moved = ({ collected, payments, refunded, refunds }: Sums) => ({
  collected: dinarsFromSum(collected),
  payments,
  refunded: dinarsFromSum(refunded),
  refunds,
})

export const overviewBody = ({ today, failing, oldestDue, cash, queue }: Standing): Overview => {
  const { owed, standbys, oldestDueAt, openVarianceAmount, ...counts } = queue
  return {
    at: today.now.toISOString(),
    timeZone: today.timeZone,
    today: comparedDay(today, today.today),
    yesterday: comparedDay(today, today.yesterday),
    lastWeek: comparedDay(today, today.lastWeek),
    byKind: byKind(today),
    byHour: byHour(today),
    failing: failing.map((row) => {
      const { isFailing: _, ...standing } = standingBody(row)
      return { partnerId: partnerWireId(row.partnerId), name: row.name, ...standing }
    }),
    oldestDue: oldestDue.map(dueBody),
    cash: {
      total: dinarsFromSum(cash.total),
      holders: cash.holders,
      bags: {
        amount: dinarsFromSum(cash.bags.amount),
        count: cash.bags.count,
        oldestAt: cash.bags.oldestAt?.toISOString() ?? null,
      },
      ages: cash.ages.map(({ days, amount, holders }) => ({
        days,
        amount: dinarsFromSum(amount),
        holders,
      })),
    },
    queue: {
      ...counts,
      openVarianceAmount: dinarsFromSum(openVarianceAmount),
      oldestDueAt: oldestDueAt?.toISOString() ?? null,
    },
    owed: dinarsFromSum(owed),
    standbys,
  }
}

const dueBody = ({ kind, id, name, label, amount, since }: DueItem) => ({
  kind,
  id,
  name,
  label,
  amount: amount === null ? null : dinarsFromSum(amount),
  since: since.toISOString(),
})

const comparedDay = ({ hours }: Today, date: string) => {
  const ofDay = hours.filter((part) => part.date === date)
  return { date, ...sumOf(ofDay), byNow: sumOf(ofDay.filter(({ isByNow }) => isByNow)) }
}

const byKind = ({ hours, today }: Today): Overview['byKind'] => {
  const ofToday = hours.filter(({ date }) => date === today)
  const kinds = [...new Set(ofToday.map(({ channelKind }) => channelKind))].toSorted()
  const of = (kind: string) => sumOf(ofToday.filter(({ channelKind }) => channelKind === kind))
  return kinds.map((channelKind) => Object.assign({ channelKind }, of(channelKind)))
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

const byHour = ({ hours, today, lastWeek, now, timeZone }: Today): Overview['byHour'] => {
  const present = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now),
  )
  return HOURS.map((hour) => {
    const of = (date: string) =>
      sumOf(hours.filter((part) => part.hour === hour && part.date === date))
    const { collected, payments } = of(today)
    return {
      hour,
      today: hour > present ? null : collected,
      payments,
      lastWeek: of(lastWeek).collected,
    }
  })
}

export const moneyDayBody = (row: MoneyDay): MoneyFigures['items'][number] => ({
  date: row.date,
  channelKind: row.channelKind,
  ...moved(row),
})

export const callHourBody = ({ hour, ...row }: CallHour): CallFigures['items'][number] => ({
  ...row,
  hour: hour.toISOString(),
})
