import { LIVE_CHECK_IDS, LIVE_CHECKS, type LiveCheckId } from '@wasl/protocol/live-checks'
import { IconCheck, IconClock, IconMinus, IconX } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { addressOf } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useLanguage } from '../../texts/language.ts'
import { Moment, momentText } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Opens, Wire } from '../../components/timeline.tsx'
import { HEALTH } from './texts.ts'

type Run = AnswerOf<'GET /partner/webhooks/v1/live-checks'>['items'][number]

type Result = Run['results'][number]

/** A run and its report; of the earlier ones, the one that is chosen. */
export const LiveRuns = ({ runs }: { runs: readonly Run[] }) => {
  const t = useTexts(HEALTH)
  const intl = useIntl()
  const [chosen, choose] = useState<string | null>(null)
  const run = runs.find(({ runId }) => runId === chosen) ?? runs[0]
  if (run === undefined) return null
  return (
    <Card
      title={t('report')}
      note={
        <>
          <OutsideText>{run.askedBy}</OutsideText> · <Moment at={run.startedAt} shows="full" />
        </>
      }
    >
      <div className="spaced">
        {runs.length > 1 && (
          <label className="labelled earlier">
            <span>{t('earlier')}</span>
            <select
              className="field"
              value={run.runId}
              onChange={({ target }) => choose(target.value)}
            >
              {runs.map(({ runId, startedAt }) => (
                <option key={runId} value={runId}>
                  {momentText(intl, startedAt, 'exact')}
                </option>
              ))}
            </select>
          </label>
        )}
        <Said run={run} />
        <Checks run={run} />
        {run.state !== 'running' && <Downloads runId={run.runId} />}
      </div>
    </Card>
  )
}

const countOf = ({ results }: Run, wanted: Result['outcome']): number =>
  results.filter(({ outcome }) => outcome === wanted).length

const Said = ({ run }: { run: Run }) => {
  const t = useTexts(HEALTH)
  const [passed, failed, skipped] = [
    countOf(run, 'passed'),
    countOf(run, 'failed'),
    countOf(run, 'skipped'),
  ]
  const done = run.results.length
  return (
    <div role="status">
      {run.state === 'running' && (
        <>
          <p>{t('progress', { done, all: run.checks })}</p>
          <progress value={done} max={run.checks} aria-label={t('certify')} />
        </>
      )}
      {run.state === 'interrupted' && <p className="notice wait">{t('interrupted')}</p>}
      {run.state === 'finished' && (
        <p className={failed === 0 ? 'notice done' : 'notice stop'}>
          {failed === 0 ? t('allPassed', { passed, skipped }) : t('someFailed', { failed, passed })}
        </p>
      )}
    </div>
  )
}

const Checks = ({ run }: { run: Run }) => {
  const results = new Map(run.results.map((result) => [result.check, result]))
  return (
    <ol className="checks">
      {LIVE_CHECK_IDS.map((check) => (
        <OneCheck key={check} check={check} result={results.get(check)} />
      ))}
    </ol>
  )
}

/** JSON in a sentence keeps its direction in Arabic. */
const withCode = (text: string): ReactNode =>
  text.split(/(\{[^}]*\})/).map((part) =>
    part.startsWith('{') ? (
      <bdi key={part} className="code" dir="ltr">
        {part}
      </bdi>
    ) : (
      part
    ),
  )

const ICONS = { passed: IconCheck, failed: IconX, skipped: IconMinus } as const

const OneCheck = ({ check, result }: { check: LiveCheckId; result: Result | undefined }) => {
  const t = useTexts(HEALTH)
  const { language } = useLanguage()
  const Icon = result === undefined ? IconClock : ICONS[result.outcome]
  const isFailed = result?.outcome === 'failed'
  return (
    <li data-outcome={result?.outcome ?? 'waiting'}>
      <Icon aria-hidden />
      <div>
        <p>
          <span className="hide">{t(result?.outcome ?? 'waiting')}: </span>
          {withCode(LIVE_CHECKS[check][language])}
        </p>
        {isFailed && result.problem !== null && (
          <p className="problem">
            <OutsideText>{result.problem}</OutsideText>
          </p>
        )}
        {isFailed && result.responseBody !== null && result.responseBody !== '' && (
          <Opens summary={t('answered')} content={<Wire text={result.responseBody} />} />
        )}
      </div>
      {result !== undefined && result.durationMs !== null && (
        <bdi className="soft sm n" dir="ltr">
          {result.status !== null && `${result.status} · `}
          {result.durationMs} ms
        </bdi>
      )}
    </li>
  )
}

const NAMES = { ar: 'العربية', fr: 'Français', en: 'English' } as const

const Downloads = ({ runId }: { runId: string }) => {
  const t = useTexts(HEALTH)
  const params = { runId }
  const report = addressOf('GET /partner/webhooks/v1/live-checks/{runId}/report')
  const json = addressOf('GET /partner/webhooks/v1/live-checks/{runId}')
  return (
    <p className="downloads">
      {t('download')}
      {(['ar', 'fr', 'en'] as const).map((lang) => (
        <a
          key={lang}
          className="link"
          href={report({ params, query: { lang } })}
          download
          lang={lang}
        >
          {NAMES[lang]}
        </a>
      ))}
      <a className="link" href={json({ params })} download={`live-checks-${runId}.json`}>
        JSON
      </a>
    </p>
  )
}
