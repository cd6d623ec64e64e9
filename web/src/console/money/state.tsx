import { Badge, type BadgeKind } from '../../components/badge.tsx'
import { useTexts } from '../../texts/texts.ts'
import { STATE_WORDS } from './state.texts.ts'

export type StateName = keyof typeof STATE_WORDS

/** Who waits, and whether somebody must act, in each state. */
const KINDS: Record<StateName, BadgeKind> = {
  'statement open': 'rest',
  'statement closed': 'wait',
  'statement approved': 'done',
  'payout proposed': 'wait',
  'payout approved': 'wait',
  'payout instructed': 'wait',
  'payout paid': 'done',
  'payout returned': 'stop',
  'payout declined': 'rest',
  'shift open': 'rest',
  'shift counting': 'wait',
  'shift counted': 'wait',
  'shift reviewed': 'wait',
  'shift closed': 'done',
  'variance open': 'stop',
  'variance decided': 'done',
  'handover offered': 'wait',
  'handover received': 'done',
  'handover disputed': 'stop',
  'handover declined': 'rest',
  'handover cancelled': 'rest',
  'deposit bagged': 'wait',
  'deposit deposited': 'wait',
  'deposit banked': 'done',
  'deposit disputed': 'stop',
  'float funded': 'rest',
  'float returned': 'done',
  'account requested': 'wait',
  'account approved': 'done',
  'account declined': 'rest',
  'line unmatched': 'stop',
  'line matching': 'wait',
  'line unmatching': 'wait',
  'line matched': 'done',
  'remittance announced': 'wait',
  'remittance confirmed': 'done',
  'remittance cancelled': 'rest',
  'refund requested': 'wait',
  'refund made': 'wait',
  'refund declined': 'rest',
  'refund paid': 'done',
  'refund expired': 'rest',
  'proposal proposed': 'wait',
  'proposal approved': 'done',
  'proposal declined': 'rest',
  'echo due': 'rest',
  'echo agreed': 'done',
  'echo unbooked': 'stop',
  'echo unanswered': 'wait',
  'echo refunded': 'rest',
}

export type Subject = StateName extends `${infer S} ${string}` ? S : never

/** The statuses of a subject, as its operation names them. */
export type StatusOf<S extends Subject> = StateName extends infer N
  ? N extends `${S} ${infer Status}`
    ? Status
    : never
  : never

export type StateProps<S extends Subject> = { of: S; status: StatusOf<S>; bare?: boolean }

/** A state in words: in a list what is as it should be keeps quiet. */
export const State = <S extends Subject>({ of, status, bare = true }: StateProps<S>) => {
  const t = useTexts(STATE_WORDS)
  const name = `${of} ${status}` as StateName
  const kind = KINDS[name]
  return (
    <Badge kind={kind} bare={bare && (kind === 'done' || kind === 'rest')}>
      {t(name)}
    </Badge>
  )
}

/** The choices of a filter by status, after “all”. */
export const useStates = <S extends Subject>(of: S, statuses: readonly StatusOf<S>[]) => {
  const t = useTexts(STATE_WORDS)
  return statuses.map((status) => ({ value: status, label: t(`${of} ${status}` as StateName) }))
}
