import type { OperatorStatement } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { ActOnRows } from '../../lists/act-on-rows.tsx'
import { Amount } from '../../money/amount.tsx'
import { useApiForm } from '../../components/api-form.tsx'
import type { Selection } from '../../lists/selection.ts'
import { useTexts } from '../../texts/texts.ts'
import { MONEY } from '../money/money.texts.ts'
import { Who } from '../money/who.tsx'
import { STATEMENTS } from './texts.ts'

const keyOf = ({ statementId }: OperatorStatement): string => statementId

export const nameOfStatement = ({ number, statementId }: OperatorStatement): string =>
  number ?? statementId

export const netOf = ({ net }: OperatorStatement): number => net ?? 0

const centimes = (rows: readonly OperatorStatement[], of: (row: OperatorStatement) => number) =>
  rows.reduce((sum, row) => sum + Math.round(of(row) * 100), 0) / 100

const Named = ({ row: { number, partnerId, channelId } }: { row: OperatorStatement }) => (
  <>
    <bdi className="ref">{number}</bdi> · <Who id={partnerId ?? channelId ?? ''} />
  </>
)

/** A week's pay: what is closed is approved by one person, and paid on by another. */
export const StatementActs = ({ chosen }: { chosen: Selection<OperatorStatement> }) => {
  const t = useTexts(STATEMENTS)
  const m = useTexts(MONEY)
  const approving = useApiForm({})
  const proposing = useApiForm({})
  const common = {
    rows: chosen.rows,
    keyOf,
    nameOf: (row: OperatorStatement) => <Named row={row} />,
    onDone: chosen.clear,
  }
  const sum = (rows: readonly OperatorStatement[], of = netOf) => ({
    count: rows.length,
    sum: <Amount dinars={centimes(rows, of)} />,
  })
  return (
    <>
      <ActOnRows
        {...common}
        label={t('approveChosen')}
        permission="statements.approve"
        form={approving}
        fits={({ status }) => status === 'closed'}
        says={(rows) => <p>{t.rich('approveChosenSays', sum(rows))}</p>}
        run={({ statementId, net }) =>
          on('POST /operator/v1/statements/{statementId}/approve')({
            params: { statementId },
            body: { net: net ?? 0 },
          })
        }
      />
      <ActOnRows
        {...common}
        label={t('proposeChosen')}
        permission="payouts.instruct"
        form={proposing}
        fits={({ status, paidAt, net }) =>
          status === 'approved' && paidAt === null && (net ?? 0) > 0
        }
        says={(rows) => (
          <>
            <p>
              {t.rich(
                'proposeChosenSays',
                sum(rows, (row) => netOf(row) - row.paid),
              )}
            </p>
            <p className="soft">{m('ownWorkLater')}</p>
          </>
        )}
        run={({ statementId }) =>
          on('POST /operator/v1/statements/{statementId}/payouts')({
            params: { statementId },
            body: {},
          })
        }
      />
    </>
  )
}
