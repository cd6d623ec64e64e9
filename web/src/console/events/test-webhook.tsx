import { useMutation } from '@tanstack/react-query'
import { on } from '../../api/call.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { CallProblem } from '../../problems/call-problem/call-problem.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { usePartnerName } from '../../people/partner-names.ts'
import { Failed } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Opens, Wire } from '../../components/timeline.tsx'
import { EVENT, EVENTS } from './texts.ts'

/** Sends a test webhook to the partner that is filtered by, and shows what it answers. */
export const TestWebhook = ({ partnerId }: { partnerId: string }) => {
  const t = useTexts(EVENTS)
  const name = usePartnerName()(partnerId)
  const test = useMutation({
    mutationKey: ['webhook-test', partnerId],
    mutationFn: () =>
      on('POST /operator/v1/partners/{partnerId}/webhook-test')({ params: { partnerId } }),
  })
  if (partnerId === '') return null
  const { data, error, isPending } = test
  return (
    <div className="stack">
      <div className="test">
        <ActionButton permission="events.redeliver" onClick={() => !isPending && test.mutate()}>
          {t('test')}
        </ActionButton>
        <span className="soft sm">{t('testNone')}</span>
      </div>
      {error !== null && <Failed error={error} isAct />}
      {data !== undefined && (
        <section className={data.isExpected ? 'notice done' : 'notice stop'} role="status">
          <div>
            <p className="strong">
              {t.rich(data.isExpected ? 'testGood' : 'testBad', {
                name: <OutsideText>{name}</OutsideText>,
                ms: data.durationMs,
              })}
            </p>
            {data.problem !== null && (
              <p>
                <CallProblem sentence={data.problem} />
              </p>
            )}
            <TestAnswer body={data.responseBody} />
          </div>
        </section>
      )}
    </div>
  )
}

const TestAnswer = ({ body }: { body: string | null }) => {
  const t = useTexts(EVENT)
  return body === null ? null : <Opens summary={t('answer')} content={<Wire text={body} />} />
}
