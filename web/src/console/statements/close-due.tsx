import type { UninvoicedFees } from '@wasl/protocol'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { on } from '../../api/call.ts'
import { ActOnRows } from '../../lists/act-on-rows.tsx'
import { allPages } from '../../lists/all-pages.ts'
import { Amount } from '../../money/amount.tsx'
import { TextField, useApiForm } from '../../components/api-form.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { dayText } from '../money/day.tsx'
import { Who } from '../money/who.tsx'
import { workQuery } from '../money/work.ts'
import { STATEMENTS } from './texts.ts'

const PAGE_ROWS = 200

/** Partners with anything that a statement through this date would have. */
const readDue = async (until: string): Promise<readonly UninvoicedFees[]> => {
  const fees = await allPages((cursor) =>
    on('GET /operator/v1/uninvoiced-fees')({ query: { until, cursor, limit: String(PAGE_ROWS) } }),
  )
  return fees.filter(
    ({ payments, refunds, adjustments }) => payments > 0 || refunds !== 0 || adjustments !== 0,
  )
}

const netOf = (rows: readonly UninvoicedFees[]): number =>
  rows.reduce((sum, { net }) => sum + Math.round(net * 100), 0) / 100

/** Closes the statements of all partners that have something to pay through a sealed day. */
export const CloseDue = () => {
  const t = useTexts(STATEMENTS)
  const me = useMe()
  const intl = useIntl()
  const sealed = useQuery({ ...workQuery, enabled: me.may('statements.close') }).data
    ?.completeThrough
  const form = useApiForm({ until: '' })
  const until = form.values.until === '' ? (sealed ?? '') : form.values.until
  const { data: due = [] } = useQuery({
    queryKey: ['due-statements', until],
    enabled: until !== '' && me.may('statements.close'),
    queryFn: () => readDue(until),
  })
  const why =
    sealed === null || sealed === undefined
      ? t('noneSealed')
      : due.length === 0
        ? t('noneDue')
        : undefined
  return (
    <ActOnRows
      label={t('closeDue', { count: due.length })}
      permission="statements.close"
      look="main"
      rows={due}
      keyOf={({ partnerId }) => partnerId}
      nameOf={({ partnerId }) => <Who id={partnerId} />}
      form={form}
      why={why}
      says={() => (
        <p>{t.rich('closeDueSays', { count: due.length, sum: <Amount dinars={netOf(due)} /> })}</p>
      )}
      fields={
        <TextField
          form={form}
          name="until"
          label={t('until')}
          kind="date"
          {...(sealed && { hint: t('untilHint', { day: dayText(intl, sealed) }) })}
        />
      }
      run={({ partnerId }) =>
        on('POST /operator/v1/partners/{partnerId}/statements')({
          params: { partnerId },
          body: { until },
        })
      }
    />
  )
}
