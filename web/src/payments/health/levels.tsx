import '../../lists/data-table.css'
import './health.css'
import { useIntl } from 'react-intl'
import type { AnswerOf } from '../../api/contract.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/page.tsx'
import { Scroll } from '../../components/scroll.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Moment } from '../../time/moment.tsx'
import { LEVELS } from './levels.texts.ts'

type Levels = AnswerOf<'GET /partner/settings/v1/service-levels'>

/** A share as a percentage that shows a tenth of the smallest error budget. */
export const useShare = (): ((share: number) => string) => {
  const intl = useIntl()
  return (share) => intl.formatNumber(share, { style: 'percent', maximumFractionDigits: 2 })
}

/** How far each objective was kept this month. */
export const LevelsCard = ({ levels: { since, objectives } }: { levels: Levels }) => {
  const t = useTexts(LEVELS)
  const share = useShare()
  return (
    <Card
      title={t('month')}
      note={t.rich('since', { from: <Moment key="from" at={since} shows="day" /> })}
      isTable
    >
      <Scroll label={t('month')}>
        <table className="levels">
          <thead>
            <tr>
              <th scope="col">{t('objective')}</th>
              <th scope="col" className="num">
                {t('target')}
              </th>
              <th scope="col" className="num">
                {t('level')}
              </th>
              <th scope="col" className="num">
                {t('failed')}
              </th>
              <th scope="col" className="num">
                {t('budget')}
              </th>
            </tr>
          </thead>
          <tbody>
            {objectives.map(({ objective, target, level, failed, budgetLeft }) => (
              <tr key={objective}>
                <th scope="row">{t(objective)}</th>
                <td className="num">{share(target)}</td>
                <td className="num">{level === null ? t('nothing') : share(level)}</td>
                <td className="num">{failed}</td>
                <td className="num">{budgetLeft !== null && <Budget left={budgetLeft} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}

/** What took the error budgets: the hours in which most of each was lost. */
export const HoursCard = ({ hours }: Pick<Levels, 'hours'>) => {
  const t = useTexts(LEVELS)
  const share = useShare()
  if (hours.length === 0) return null
  return (
    <Card title={t('hours')} note={t('hoursNote')} isTable>
      <Scroll label={t('hours')}>
        <table className="levels">
          <thead>
            <tr>
              <th scope="col">{t('hour')}</th>
              <th scope="col">{t('objective')}</th>
              <th scope="col" className="num">
                {t('failed')}
              </th>
              <th scope="col" className="num">
                {t('ofBudget')}
              </th>
            </tr>
          </thead>
          <tbody>
            {hours.map(({ objective, from, failed, ofBudget }) => (
              <tr key={`${from} ${objective}`}>
                <th scope="row">
                  <Moment at={from} shows="short" />
                </th>
                <td>{t(objective)}</td>
                <td className="num">{failed}</td>
                <td className="num">{share(ofBudget)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}

/** Below a quarter it needs a look; below 0 the objective of the month is missed. */
const Budget = ({ left }: { left: number }) => {
  const share = useShare()
  const look = left < 0 ? 'stop' : left < 0.25 ? 'wait' : 'done'
  return <Badge kind={look}>{share(left)}</Badge>
}
