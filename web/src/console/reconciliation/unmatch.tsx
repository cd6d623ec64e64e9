import type { BankLine } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Act } from '../money/act.tsx'
import { RECON } from './texts.ts'

/** Takes the match of a line back, and says before what that will do. */
export const Unmatch = ({ line }: { line: BankLine }) => {
  const t = useTexts(RECON)
  const { bankLineId, match } = line
  if (match === null || match.kind === 'rejoined') return null
  return (
    <Act
      label={t('unmatch')}
      title={t('unmatchTitle')}
      says={
        <>
          <p>
            {t.rich('unmatchSays', {
              kind: <bdi>{t(`kind ${match.kind}`)}</bdi>,
              amount: <Amount dinars={line.amount} />,
            })}
          </p>
          <p>{t(`undo ${match.kind}`)}</p>
        </>
      }
      look="stop"
      permission="recon.resolve"
      needsReason
      run={(reason) =>
        on('POST /operator/v1/bank-lines/{bankLineId}/unmatch')({
          params: { bankLineId },
          body: { reason },
        })
      }
    />
  )
}
