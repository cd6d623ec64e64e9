import type { AnswerOf } from '../../api/contract.ts'
import { Amount } from '../../money/amount.tsx'
import { Badge } from '../../components/badge.tsx'
import { Moment } from '../../time/moment.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { STATEMENTS } from './texts.ts'

type Statement = AnswerOf<'GET /partner/statements/v1/{statementId}/summary'>

const PARTS = [
  { name: 'banked', says: 'bankedSays', look: 'c1' },
  { name: 'deposited', says: 'depositedSays', look: 'c2' },
  { name: 'held', says: 'heldSays', look: 'c3' },
] as const

/** When the money comes: where its cash is, and the transfers. */
export const Release = ({ statement }: { statement: Statement }) => {
  const t = useTexts(STATEMENTS)
  const { cash, net, accountEnding } = statement
  return (
    <Card title={t('when')}>
      {cash === null ? <p>{t('atOnce')}</p> : <Cash cash={cash} net={net} />}
      <h3 className="sm soft part">{t('payouts')}</h3>
      <Payouts statement={statement} />
      <p className="soft sm part">
        {accountEnding === null ? t('noAccount') : t('account', { digits: accountEnding })}
      </p>
    </Card>
  )
}

const Cash = ({ cash, net }: { cash: NonNullable<Statement['cash']>; net: number }) => {
  const t = useTexts(STATEMENTS)
  return (
    <>
      <div className="parts" aria-hidden>
        {PARTS.map(({ name, look }) => (
          <i key={name} className={look} style={{ flexGrow: Math.max(0, cash[name]) }} />
        ))}
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('cash')}</th>
            <th scope="col" className="num">
              {t('amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {PARTS.map(({ name, says, look }) => (
            <tr key={name}>
              <td>
                <span className={`swatch ${look}`} aria-hidden />
                <span className="strong">{t(name)}</span>
                <br />
                <span className="soft sm">{t(says)}</span>
              </td>
              <td className="num">
                <Amount dinars={cash[name]} currency={false} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{t('sum')}</td>
            <td className="num">
              <Amount dinars={net} currency={false} />
            </td>
          </tr>
        </tfoot>
      </table>
    </>
  )
}

const SHOWN = {
  proposed: 'proposed',
  approved: 'proposed',
  instructed: 'instructed',
  paid: 'paid',
  returned: 'returned',
} as const

const KINDS = {
  proposed: 'wait',
  approved: 'wait',
  instructed: 'wait',
  paid: 'done',
  returned: 'stop',
} as const

const Payouts = ({ statement: { payouts } }: { statement: Statement }) => {
  const t = useTexts(STATEMENTS)
  if (payouts.length === 0) return <p>{t('noPayout')}</p>
  return (
    <ul className="files">
      {payouts.map(({ amount, status, instructedAt, paidAt, returnedAt }, index) => {
        const at = returnedAt ?? paidAt ?? instructedAt
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the order of transfers never changes
          <li key={index}>
            <span>
              <Badge kind={KINDS[status]}>{t(SHOWN[status])}</Badge>{' '}
              {at !== null && (
                <span className="soft sm">
                  <Moment at={at} shows="day" />
                </span>
              )}
            </span>
            <Amount dinars={amount} />
          </li>
        )
      })}
    </ul>
  )
}
