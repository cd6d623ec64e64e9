import type { AnswerOf } from '../../api/contract.ts'
import { Amount } from '../../money/amount.tsx'
import { Badge } from '../../components/badge.tsx'
import { useTexts } from '../../texts/texts.ts'
import { CODES } from './texts.ts'

export type Code = AnswerOf<'GET /partner/settings/v1/qr-codes/{token}'>

export const CodeBadge = ({ code, bare = false }: { code: Code; bare?: boolean }) => {
  const t = useTexts(CODES)
  const state = code.isUsedUp ? 'usedUp' : code.status
  const kind = state === 'disabled' ? 'rest' : 'done'
  return (
    <Badge kind={kind} bare={bare}>
      {t(state)}
    </Badge>
  )
}

/** What the code asks the payer for. */
export const Asks = ({ amounts }: { amounts: readonly number[] }) => {
  const t = useTexts(CODES)
  if (amounts.length === 0) return <span className="soft">{t('open')}</span>
  return (
    <>
      {amounts.map((dinars, index) => (
        <span key={dinars}>
          {index > 0 && ' · '}
          <Amount dinars={dinars} decimals="auto" />
        </span>
      ))}
    </>
  )
}
