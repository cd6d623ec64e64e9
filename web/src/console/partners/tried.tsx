import type { AnswerOf } from '../../api/contract.ts'
import { Badge } from '../../components/badge.tsx'
import { CallProblem } from '../../problems/call-problem/call-problem.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Opens, Wire } from '../../components/timeline.tsx'
import { PARTNERS } from './partners.texts.ts'

type AddressTest = AnswerOf<'POST /operator/v1/partners/{partnerId}/address-test'>

export type TestCall = AddressTest['lookup']

/** What both addresses answered to a call that tells of no payment. */
export const Tried = ({ answer }: { answer: AddressTest }) => {
  const t = useTexts(PARTNERS)
  return (
    <div className="stack" role="status">
      <h3>{t('tried')}</h3>
      <TriedCall call={answer.lookup} />
      <TriedCall call={answer.webhook} />
    </div>
  )
}

export const TriedCall = ({ call }: { call: TestCall }) => {
  const t = useTexts(PARTNERS)
  const { kind, isExpected, status, durationMs, problem, responseBody, url } = call
  return (
    <div>
      <p>
        <b>{kind === 'lookup' ? t('lookup') : t('webhook')}</b>{' '}
        <Badge kind={isExpected ? 'done' : 'stop'}>
          {isExpected ? t('asExpected') : t('notExpected')}
        </Badge>{' '}
        <span className="soft sm">
          {status ?? '—'}, <bdi dir="ltr">{durationMs} ms</bdi>
        </span>
      </p>
      {problem !== null && (
        <p className="soft sm">
          <CallProblem sentence={problem} />
        </p>
      )}
      {responseBody !== null && responseBody !== '' && (
        <Opens summary={url} content={<Wire text={responseBody} />} />
      )}
    </div>
  )
}
