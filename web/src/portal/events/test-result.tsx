import type { AnswerOf } from '../../api/contract.ts'
import { CallProblem } from '../../problems/call-problem/call-problem.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Opens, Wire } from '../../components/timeline.tsx'
import { OutcomeBadge } from '../stage-badge.tsx'
import { EVENTS } from './texts.ts'

export type TestCall = AnswerOf<'POST /partner/webhooks/v1/webhook-test'>

/** What a call that only tests was answered. */
export const TestResult = ({ test, title }: { test: TestCall; title?: string }) => {
  const t = useTexts(EVENTS)
  const { isExpected, durationMs, problem, sentBody, responseBody, url } = test
  return (
    <div className={isExpected ? 'notice done' : 'notice stop'} role="status">
      <div>
        <p className="strong">
          {title !== undefined && `${t('of', { title })} `}
          {isExpected
            ? t('testGood', { ms: durationMs })
            : t.rich('testBad', { why: <CallProblem key="why" sentence={problem ?? ''} /> })}
        </p>
        <p className="sm">
          <bdi className="code" dir="ltr">
            {url}
          </bdi>{' '}
          <OutcomeBadge attempt={test} />
        </p>
        {sentBody !== null && <Opens summary={t('sent')} content={<Wire text={sentBody} />} />}
        {responseBody !== null && responseBody !== '' && (
          <Opens summary={t('answered')} content={<Wire text={responseBody} />} />
        )}
      </div>
    </div>
  )
}
