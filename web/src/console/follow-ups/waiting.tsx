import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { on } from '../../api/call.ts'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Day } from '../money/day.tsx'
import { FollowUpState } from './due.tsx'
import { Said } from './said.tsx'
import { FOLLOW_UPS } from './texts.ts'

const SHOWN_MAX = 5

/** On the overview: the calls that are due first. Nothing is shown while none waits. */
export const WaitingCalls = () => {
  const t = useTexts(FOLLOW_UPS)
  const { data } = useQuery({
    queryKey: ['follow-ups', 'waiting'],
    refetchInterval: 30_000,
    queryFn: ({ signal }) =>
      on('GET /operator/v1/follow-ups')({
        query: { status: 'open', limit: String(SHOWN_MAX) },
        signal,
      }),
  })
  if (data === undefined || data.items.length === 0) return null
  return (
    <div className="w12">
      <Card
        title={t('waiting')}
        note={
          <Link to="/follow-ups" search={{ status: 'open' }}>
            {t('all')}
          </Link>
        }
        isTable
      >
        <table className="due">
          <caption className="hide">{t('waiting')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('words')}</th>
              <th scope="col">{t('owner')}</th>
              <th scope="col">{t('dueOn')}</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((one) => (
              <tr key={one.followUpId}>
                <td>
                  <Link
                    className="strong clip"
                    to="/follow-ups/$followUpId"
                    params={{ followUpId: one.followUpId }}
                  >
                    <Said of={one} />
                  </Link>
                </td>
                <td>{one.owner === null ? t('nobody') : <bdi>{one.owner}</bdi>}</td>
                <td>
                  <Day date={one.dueOn} shows="short" /> <FollowUpState of={one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </div>
  )
}
