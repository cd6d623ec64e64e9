import type { OperatorStatement } from '@wasl/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../money/amount.tsx'
import { TextField, typedDinars, useApiForm } from '../../components/api-form.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { queries } from '../../session/queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
import { STATEMENTS } from './texts.ts'

type Payable = AnswerOf<'GET /operator/v1/statements/{statementId}/payable'>

/** What of the net is paid, on its way, payable, or waits for its cash. */
export const Release = ({ statement }: { statement: OperatorStatement }) => {
  const t = useTexts(STATEMENTS)
  const { statementId, paid, status } = statement
  const query = useQuery({
    queryKey: ['payable', statementId, status, paid],
    queryFn: () =>
      on('GET /operator/v1/statements/{statementId}/payable')({ params: { statementId } }),
  })
  return (
    <section className="card statement-release">
      <h2>{t('releaseTitle')}</h2>
      <Loaded query={query}>
        {(payable) => (
          <>
            {status === 'approved' && <Bar payable={payable} />}
            {status === 'approved' && <Parts payable={payable} />}
            <p className="soft sm">{t(payable.release === 'banked' ? 'asBanked' : 'atOnce')}</p>
            <Propose statement={statement} available={payable.available} />
          </>
        )}
      </Loaded>
      <Payouts statementId={statementId} />
    </section>
  )
}

const PARTS = ['paid', 'underway', 'available', 'withheld'] as const

/** The same parts as in the list below it, as lengths. */
const Bar = ({ payable }: { payable: Payable }) => {
  const total = PARTS.reduce((sum, part) => sum + payable[part], 0)
  if (total <= 0) return null
  return (
    <svg className="release-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
      {PARTS.map((part, index) => {
        const before = PARTS.slice(0, index).reduce((sum, one) => sum + payable[one], 0)
        return (
          <rect
            key={part}
            className={`release-${part}`}
            x={(before / total) * 100}
            width={(payable[part] / total) * 100}
            height="4"
          />
        )
      })}
    </svg>
  )
}

const NAMES = {
  paid: 'paidByBank',
  underway: 'underway',
  available: 'available',
  withheld: 'withheld',
} as const

const Parts = ({ payable }: { payable: Payable }) => {
  const t = useTexts(STATEMENTS)
  return (
    <Pairs
      figures
      pairs={PARTS.filter((part) => part === 'available' || payable[part] > 0).map((part) => ({
        name: t(NAMES[part]),
        value: (
          <>
            <Amount dinars={payable[part]} currency={false} />{' '}
            <i className={`swatch release-${part}`} aria-hidden />
          </>
        ),
      }))}
    />
  )
}

type ProposeProps = { statement: OperatorStatement; available: number }

const Propose = ({ statement: { statementId, status }, available }: ProposeProps) => {
  const t = useTexts(STATEMENTS)
  const m = useTexts(MONEY)
  const [isAsking, setAsking] = useState(false)
  const form = useApiForm({ amount: '' })
  const whyNot = status === 'approved' ? t('nothingPayable') : t('notApproved')
  const propose = async ({ amount }: { amount: string }): Promise<void> => {
    await on('POST /operator/v1/statements/{statementId}/payouts')({
      params: { statementId },
      body: amount === '' ? {} : { amount: typedDinars(amount) ?? Number.NaN },
    })
    await queries.invalidateQueries()
  }
  return (
    <>
      <ActionButton
        permission="payouts.instruct"
        look={status === 'approved' ? 'main' : 'plain'}
        onClick={() => setAsking(true)}
        {...(available <= 0 && { why: whyNot })}
      >
        {t('proposePayout')}
      </ActionButton>
      <ActDialog
        title={t('proposePayout')}
        verb={t('propose')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        form={form}
        act={() => propose(form.values)}
      >
        <TextField
          form={form}
          name="amount"
          kind="decimal"
          label={m('amountDinars')}
          hint={t.rich('payoutHint', { amount: <Amount dinars={available} /> })}
        />
      </ActDialog>
    </>
  )
}

const Payouts = ({ statementId }: { statementId: string }) => {
  const t = useTexts(STATEMENTS)
  const { rows } = useList(
    'GET /operator/v1/payouts',
    { query: { statementId } },
    { keyOf: ({ payoutId }) => payoutId },
  )
  if (rows.length === 0) return null
  return (
    <>
      <h3>{t('payouts')}</h3>
      <ul className="statement-payouts">
        {rows.map(({ payoutId, amount, status }) => (
          <li key={payoutId}>
            <Link to={`/payouts/${payoutId}`}>
              <Amount dinars={amount} />
            </Link>
            <State of="payout" status={status} />
          </li>
        ))}
      </ul>
    </>
  )
}
