import { useQuery } from '@tanstack/react-query'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { Card } from '../../components/page.tsx'
import { Scroll } from '../../components/scroll.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { useFilters } from '../../lists/search-params.ts'
import { Amount } from '../../money/amount.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Month } from '../money/day.tsx'
import { useName } from '../money/who.tsx'
import { SHIFTS } from './texts.ts'

const ROUTE = 'GET /operator/v1/agents/{agentId}/differences'

type Found = AnswerOf<typeof ROUTE>['months'][number]

/** Of the agent that the list is narrowed to: small differences vanish one by one, and not as a sum. */
export const AgentHistory = () => {
  const { filters } = useFilters()
  const agentId = filters['agentId'] ?? ''
  return agentId === '' ? null : <History agentId={agentId} />
}

const History = ({ agentId }: { agentId: string }) => {
  const t = useTexts(SHIFTS)
  const name = useName(agentId)
  const query = useQuery({
    queryKey: ['agent', agentId, 'differences'],
    queryFn: ({ signal }) => on(ROUTE)({ params: { agentId }, signal }),
  })
  const title = t.rich('history', { name: <OutsideText>{name}</OutsideText> })
  return (
    <Loaded query={query}>
      {({ owed, months }) => (
        <Card
          title={title}
          note={t.rich('owed', { amount: <Amount dinars={owed} /> })}
          isTable={months.length > 0}
        >
          {months.length === 0 ? (
            <p className="soft">{t('noHistory')}</p>
          ) : (
            <Months months={months} label={t('history', { name })} />
          )}
        </Card>
      )}
    </Loaded>
  )
}

const Months = ({ months, label }: { months: readonly Found[]; label: string }) => {
  const t = useTexts(SHIFTS)
  return (
    <Scroll label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
            {(['short', 'within', 'over'] as const).map((head) => (
              <th key={head} scope="col" className="num">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, short, over, shortWithinTolerance }) => (
            <tr key={month}>
              <th scope="row">
                <Month month={month} />
              </th>
              <Sum found={short} />
              <Sum found={shortWithinTolerance} />
              <Sum found={over} />
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const Sum = ({ found: { count, amount } }: { found: Found['short'] }) => (
  <td className="num">
    <Amount dinars={amount} currency={false} /> <small className="soft">({count})</small>
  </td>
)
