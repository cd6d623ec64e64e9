import type { AgentCash } from '@wasl/protocol'
import { serverTime } from '../../api/server-time.ts'
import { Amount } from '../../money/amount.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { localDay } from '../../time/zone.ts'
import { Clock } from '../base/clock.tsx'
import { Lines, Trouble, Waiting } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useAnswer, useLooking } from '../base/use-answer.ts'
import { useMe } from '../session/me.ts'
import { readTeam, type Team } from './read-team.ts'
import { TEAM } from './texts.ts'
import { Waits } from './waits.tsx'
import { When } from './when.tsx'

/** While somebody looks at the screen it follows what happens. */
const LOOK_MS = 5_000

/** For a supervisor: who is on shift, who holds how much since when, and what waits for a person. */
export const TeamScreen = () => {
  const t = useTexts(TEAM)
  const { session } = useMe()
  if (!session.permissions.includes('cash.adjust')) {
    return (
      <>
        <h1>{t('title')}</h1>
        <p className="notice">{t('refused')}</p>
      </>
    )
  }
  return <Looking />
}

const Looking = () => {
  const t = useTexts(TEAM)
  const { answer: team, error, again, look } = useAnswer('team', readTeam)
  useLooking(look, LOOK_MS)
  return (
    <>
      <h1>{t('title')}</h1>
      <Trouble error={error} onAgain={again} />
      {team === undefined && error === undefined && <Waiting />}
      {team !== undefined && error !== undefined && (
        <p className="soft sm">{t.rich('stale', { time: <Clock at={team.at} /> })}</p>
      )}
      {team !== undefined && (
        <>
          <Sums team={team} />
          <Waits team={team} onChange={again} />
          <Agents agents={team.agents} />
        </>
      )}
    </>
  )
}

const Sums = ({ team: { agents, safe, channel } }: { team: Team }) => {
  const t = useTexts(TEAM)
  const atWork = agents.filter(({ shiftId }) => shiftId !== null).length
  const held = agents.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0) / 100
  const lines = [
    [t('onShift'), <bdi className="n">{`${atWork} / ${agents.length}`}</bdi>],
    [t('withAgents'), <Amount dinars={held} />],
    safe.amount !== null && ([t('inSafe'), <Amount dinars={safe.amount} />] as const),
    channel.amount !== null &&
      channel.amount !== 0 &&
      ([t('unnamed'), <Amount dinars={channel.amount} />] as const),
  ] as const
  return (
    <div className="tile">
      <Lines lines={lines} />
    </div>
  )
}

const Agents = ({ agents }: { agents: readonly AgentCash[] }) => {
  const t = useTexts(TEAM)
  if (agents.length === 0) return <p className="notice">{t('empty')}</p>
  return (
    <ul className="rows team">
      {agents.map((agent) => (
        <li key={agent.agentId} className={agent.shiftId === null ? 'off' : undefined}>
          <Agent agent={agent} />
        </li>
      ))}
    </ul>
  )
}

const Agent = ({ agent }: { agent: AgentCash }) => {
  const t = useTexts(TEAM)
  const { name, amount, heldSince, openPayments } = agent
  return (
    <div>
      <span className="first">
        <b className="what">
          <OutsideText>{name}</OutsideText>
        </b>
        {amount === null ? <span>{t('counting')}</span> : <Amount dinars={amount} />}
      </span>
      <span className="second soft sm">
        <Work agent={agent} />
        <Seen agent={agent} />
      </span>
      {(heldSince !== null && heldSince < localDay(serverTime())) || openPayments > 0 ? (
        <span className="second soft sm">
          <span>
            {heldSince !== null &&
              heldSince < localDay(serverTime()) &&
              t.rich('oldest', { day: <Clock at={`${heldSince}T12:00:00Z`} shows="date" /> })}
          </span>
          {openPayments > 0 && <span>{t('open', { count: openPayments })}</span>}
        </span>
      ) : null}
    </div>
  )
}

const Work = ({ agent: { status, shiftId, shiftOpenedAt } }: { agent: AgentCash }) => {
  const t = useTexts(TEAM)
  if (shiftId === null || shiftOpenedAt === null) {
    return <span>{t(status === 'active' ? 'off' : 'inactive')}</span>
  }
  return (
    <span>
      {t('onShift')} {t.rich('since', { time: <When at={shiftOpenedAt} /> })}
    </span>
  )
}

const Seen = ({ agent: { lastSeenAt } }: { agent: AgentCash }) => {
  const t = useTexts(TEAM)
  return (
    <span>
      {lastSeenAt === null ? t('neverSeen') : t.rich('seen', { time: <When at={lastSeenAt} /> })}
    </span>
  )
}
