import type { AnswerOf } from '../../api/contract.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Moment } from '../../time/moment.tsx'
import { CANARY } from './canary.texts.ts'

type Canary = AnswerOf<'GET /partner/settings/v1/partner'>['canary']

/** What the hourly lookups of a partner's test reference find (W247). */
export const CanaryCard = ({ canary }: { canary: Canary }) => {
  const t = useTexts(CANARY)
  return (
    <Card title={t('title')}>
      <div className="spaced">
        <p>{t('says')}</p>
        {canary === null ? <p className="soft">{t('none')}</p> : <Figures canary={canary} />}
      </div>
    </Card>
  )
}

const Figures = ({ canary }: { canary: NonNullable<Canary> }) => {
  const t = useTexts(CANARY)
  const { lookedUpAt, nextAt, problem, failures, passed, failed } = canary
  const next = { name: t('next'), value: <Moment at={nextAt} /> }
  if (lookedUpAt === null) {
    return (
      <>
        <p className="soft">{t('never')}</p>
        <Pairs pairs={[next]} />
      </>
    )
  }
  return (
    <>
      <p>
        <Badge kind={problem === null ? 'done' : 'stop'}>
          {t(problem === null ? 'works' : 'fails')}
        </Badge>
      </p>
      <Pairs
        pairs={[
          { name: t('last'), value: <Moment at={lookedUpAt} /> },
          ...(problem === null
            ? []
            : [
                { name: t('problem'), value: <OutsideText>{problem}</OutsideText> },
                { name: t('inARow'), value: failures },
              ]),
          next,
          { name: t('passed'), value: passed },
          { name: t('failed'), value: failed },
        ]}
      />
    </>
  )
}
