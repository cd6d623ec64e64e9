import { useQuery } from '@tanstack/react-query'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { Amount } from '../../money/amount.tsx'
import { Badge } from '../../components/badge.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { Scroll } from '../../components/scroll.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Day } from '../money/day.tsx'
import { CHANNELS } from './channels.texts.ts'

type Cash = AnswerOf<'GET /operator/v1/channels/{channelId}/cash'>
type Agent = AnswerOf<'GET /operator/v1/channels/{channelId}/agents'>['items'][number]

/** Who holds how much since when, and how much each may hold. */
export const ChannelCash = ({ channelId }: { channelId: string }) => {
  const t = useTexts(CHANNELS)
  const cash = useQuery({
    queryKey: ['channel', channelId, 'cash'],
    queryFn: async ({ signal }) => {
      const input = { params: { channelId }, query: { limit: '200' }, signal }
      const [view, agents] = await Promise.all([
        on('GET /operator/v1/channels/{channelId}/cash')(input),
        on('GET /operator/v1/channels/{channelId}/agents')(input),
      ])
      return { view, agents: new Map(agents.items.map((agent) => [agent.agentId, agent])) }
    },
    refetchInterval: 5_000,
  })
  return (
    <Loaded query={cash}>
      {({ view, agents }) => (
        <>
          <Card title={t('cash')}>
            <Pairs
              pairs={[
                { name: t('safe'), value: <Holding {...view.safe} /> },
                { name: t('unnamed'), value: <Holding {...view.channel} /> },
              ]}
            />
          </Card>
          <Card title={t('agents')} isTable>
            {view.items.length === 0 ? (
              <p className="body soft">{t('noAgents')}</p>
            ) : (
              <AgentTable rows={view.items} agents={agents} />
            )}
          </Card>
        </>
      )}
    </Loaded>
  )
}

/** Nobody is told what a count should find. */
const Holding = ({ amount, heldSince }: Cash['safe']) => {
  const t = useTexts(CHANNELS)
  if (amount === null) return <span className="soft">{t('counting')}</span>
  return (
    <>
      <Amount dinars={amount} />
      {heldSince !== null && (
        <small className="soft held-since">
          {t.rich('heldSince', { day: <Day date={heldSince} /> })}
        </small>
      )}
    </>
  )
}

type AgentTableProps = { rows: Cash['items']; agents: ReadonlyMap<string, Agent> }

const AgentTable = ({ rows, agents }: AgentTableProps) => {
  const t = useTexts(CHANNELS)
  return (
    <Scroll label={t('agents')}>
      <table>
        <thead>
          <tr>
            <th>{t('name')}</th>
            <th>{t('status')}</th>
            <th className="num">{t('holds')}</th>
            <th className="num only-wide">{t('cashMax')}</th>
            <th className="num only-wide">{t('daysMax')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ agentId, name, status, shiftId, amount }) => {
            const { cashMax = null, heldDaysMax = null } = agents.get(agentId) ?? {}
            return (
              <tr key={agentId}>
                <th scope="row">
                  <OutsideText>{name}</OutsideText>
                </th>
                <td>
                  {status === 'inactive' ? (
                    <Badge kind="rest">{t('inactive')}</Badge>
                  ) : (
                    <Badge kind={shiftId === null ? 'rest' : 'done'} bare>
                      {shiftId === null ? t('offShift') : t('onShift')}
                    </Badge>
                  )}
                </td>
                <td className="num">
                  {amount === null ? (
                    <span className="soft">{t('counting')}</span>
                  ) : (
                    <Amount dinars={amount} currency={false} />
                  )}
                </td>
                <td className="num only-wide">
                  {cashMax === null ? '—' : <Amount dinars={cashMax} currency={false} />}
                </td>
                <td className="num only-wide">{heldDaysMax ?? '—'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Scroll>
  )
}
