import { Badge, type BadgeKind } from '../components/badge.tsx'
import { useTexts } from '../texts/texts.ts'
import { OUTCOMES } from '../payments/outcomes.texts.ts'
import { STAGES, TOLD } from './texts.ts'

type Stage = 'locked' | 'paid' | 'released' | 'refunded'

type StageProps = {
  stage: Stage
  refundedAmount?: number
  hasOpenCase?: boolean
  bare?: boolean
}

const STAGE_KINDS = {
  paid: 'done',
  refunded: 'rest',
  partly: 'rest',
  locked: 'wait',
  released: 'rest',
  openCase: 'wait',
} as const

/** What a payment is now. */
export const StageBadge = (props: StageProps) => {
  const { stage, refundedAmount = 0, hasOpenCase = false, bare = false } = props
  const t = useTexts(STAGES)
  const isPartly = stage === 'paid' && refundedAmount > 0
  // Released, but money may have been taken.
  const shown = hasOpenCase ? 'openCase' : isPartly ? 'partly' : stage
  return (
    <Badge kind={STAGE_KINDS[shown]} bare={bare}>
      {t(shown)}
    </Badge>
  )
}

type Told = keyof typeof TOLD

const TOLD_KINDS: Readonly<Record<Told, BadgeKind>> = {
  delivered: 'done',
  pending: 'wait',
  failed: 'stop',
  none: 'rest',
}

/** Whether the partner’s server knows. */
export const ToldBadge = ({ state }: { state: Told }) => {
  const t = useTexts(TOLD)
  return (
    <Badge kind={TOLD_KINDS[state]} bare>
      {t(state)}
    </Badge>
  )
}

type Attempt = { outcome: keyof typeof OUTCOMES | null; status: number | null }

/** What became of an attempt, in words. */
export const useOutcome = (): ((attempt: Attempt) => string) => {
  const t = useTexts(OUTCOMES)
  return ({ outcome, status }) => t(outcome ?? 'running', { status: String(status ?? '') })
}

export const OutcomeBadge = ({ attempt }: { attempt: Attempt }) => {
  const say = useOutcome()
  const { outcome } = attempt
  const kind = outcome === 'acknowledged' ? 'done' : outcome === null ? 'wait' : 'stop'
  return <Badge kind={kind}>{say(attempt)}</Badge>
}
