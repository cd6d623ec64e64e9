import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { Card, Page } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { HoursCard, LevelsCard, useShare } from '../../payments/health/levels.tsx'
import { LEVELS } from '../../payments/health/levels.texts.ts'
import { OutsideText } from '../../problems/outside-text.tsx'
import { useTexts } from '../../texts/texts.ts'

type Levels = AnswerOf<'GET /operator/v1/service-levels'>

const EVERY_MS = 60_000

/** How far the objectives of the month are kept, and who has used their error budget up. */
export const ServiceLevelsPage = () => {
  const t = useTexts(LEVELS)
  const query = useQuery({
    queryKey: ['service-levels'],
    queryFn: ({ signal }) => on('GET /operator/v1/service-levels')({ signal }),
    refetchInterval: EVERY_MS,
  })
  return (
    <Page title={t('title')} permission="audit.view">
      <Loaded query={query}>
        {(levels) => (
          <div className="stack">
            <LevelsCard levels={levels} />
            <HoursCard hours={levels.hours} />
            <Worst worst={levels.worst} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

const Worst = ({ worst }: Pick<Levels, 'worst'>) => {
  const t = useTexts(LEVELS)
  const share = useShare()
  if (worst.length === 0) {
    return (
      <Card title={t('worst')}>
        <Empty why={t('nobody')} />
      </Card>
    )
  }
  return (
    <Card title={t('worst')} isTable>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('partner')}</th>
              <th scope="col">{t('objective')}</th>
              <th scope="col" className="num">
                {t('level')}
              </th>
              <th scope="col" className="num">
                {t('failed')}
              </th>
            </tr>
          </thead>
          <tbody>
            {worst.map(({ partnerId, name, objective, level, failed }) => (
              <tr key={`${partnerId} ${objective}`}>
                <th scope="row">
                  <Link className="link" to="/partners/$partnerId" params={{ partnerId }}>
                    <OutsideText>{name}</OutsideText>
                  </Link>
                </th>
                <td>{t(objective)}</td>
                <td className="num">{level !== null && share(level)}</td>
                <td className="num">{failed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
