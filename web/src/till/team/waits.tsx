import { IconAlertTriangle, IconArrowsExchange, IconScale } from '@tabler/icons-react'
import type { VarianceRecord } from '@wasl/protocol'
import type { ReactNode } from 'react'
import { Amount } from '../../money/amount.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Link } from '../base/link.tsx'
import { useTexts } from '../base/texts.ts'
import { holderOf, useMe } from '../session/me.ts'
import { Decide } from './decide.tsx'
import { GiveBack } from './give-back.tsx'
import type { Team } from './read-team.ts'
import { TEAM } from './texts.ts'
import { When } from './when.tsx'

/** What waits for a person: cash between two hands, cash of nobody's payment, counts that differ. */
export const Waits = ({ team, onChange }: { team: Team; onChange: () => void }) => {
  const t = useTexts(TEAM)
  const own = holderOf(useMe())
  const { agents, handovers, conflicts, variances, counted } = team
  const nameOf = (holder: string): ReactNode => {
    const agent = agents.find(({ agentId }) => agentId === holder)
    if (agent !== undefined) return <OutsideText>{agent.name}</OutsideText>
    return holder.startsWith('agt_') ? (
      <bdi>{holder}</bdi>
    ) : (
      t(holder.startsWith('safe_') ? 'safe' : 'channel')
    )
  }
  if (handovers.length + conflicts.length + variances.length + counted.length === 0) {
    return <p className="soft sm">{t('nothingWaits')}</p>
  }
  return (
    <section className="rows" aria-label={t('waits')}>
      <h2>{t('waits')}</h2>
      <ul>
        {conflicts.map(({ caseId, takenBy, takenAt, amount }) => (
          <li key={caseId} className="conflict">
            <Row
              sign={<IconAlertTriangle aria-hidden />}
              what={t.rich('conflict', { name: nameOf(takenBy) })}
              much={<Amount dinars={amount} decimals="auto" />}
              says={t('conflictSays')}
              at={takenAt}
            />
            {takenBy.startsWith('agt_') && <GiveBack caseId={caseId} onDone={onChange} />}
          </li>
        ))}
        {handovers.map(({ handoverId, from, to, offeredAt }) => (
          <li key={handoverId} className="waiting">
            <Row
              sign={<IconArrowsExchange aria-hidden />}
              what={t.rich('handover', { from: nameOf(from), to: nameOf(to) })}
              says={t('hidden')}
              at={offeredAt}
              to={to === own ? ['handover'] : null}
            />
          </li>
        ))}
        {variances.map((variance) => (
          <li key={variance.varianceId} className="waiting">
            <Difference
              variance={variance}
              name={nameOf(variance.mayOwe ?? variance.holder)}
              onDecided={onChange}
            />
          </li>
        ))}
        {counted.map(({ shiftId, agentId, countedAt, openedAt, count }) => (
          <li key={shiftId} className="waiting">
            <Row
              sign={<IconScale aria-hidden />}
              what={t.rich('difference', { name: nameOf(agentId) })}
              much={<Amount dinars={count?.difference ?? 0} />}
              at={countedAt ?? openedAt}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type DifferenceProps = { variance: VarianceRecord; name: ReactNode; onDecided: () => void }

/** What a count found. On a bag and on the safe the operator decides. */
const Difference = ({ variance, name, onDecided }: DifferenceProps) => {
  const t = useTexts(TEAM)
  const { kind, amount, holder, foundAt } = variance
  const isOfAgent = holder.startsWith('agt_')
  return (
    <>
      <Row
        sign={<IconScale aria-hidden />}
        what={t.rich(kind === 'short' ? 'short' : 'over', { name })}
        much={<Amount dinars={amount} />}
        says={isOfAgent ? '' : t('operatorDecides')}
        at={foundAt}
      />
      {isOfAgent && <Decide variance={variance} onDecided={onDecided} />}
    </>
  )
}

type RowProps = {
  sign: ReactNode
  what: ReactNode
  much?: ReactNode
  says?: string
  at: string
  /** Where it goes on; null for what others do. */
  to?: string[] | null
}

const Row = ({ sign, what, much, says, at, to = null }: RowProps) => {
  const lines = (
    <>
      <span className="first">
        {sign}
        <span className="what">{what}</span>
        {much}
      </span>
      <span className="second soft sm">
        <span className="says">{says}</span>
        <When at={at} />
      </span>
    </>
  )
  return to === null ? <div>{lines}</div> : <Link to={to}>{lines}</Link>
}
