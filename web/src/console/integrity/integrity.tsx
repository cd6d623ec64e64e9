import './integrity.css'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Badge } from '../../components/badge.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { momentText } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Empty, Failed } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Opens, Wire } from '../../components/timeline.tsx'
import { useLanguage } from '../../texts/language.ts'
import { ruleOf } from './rule-of.ts'
import { INTEGRITY } from './texts.ts'

type Run = AnswerOf<'GET /operator/v1/integrity/runs'>['items'][number]

type Check = Run['items'][number]

const KEY = ['integrity']

/** What must always be true of payments, webhooks and books: the last answer, and a new one. */
export const IntegrityPage = () => {
  const t = useTexts(INTEGRITY)
  const client = useQueryClient()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => on('GET /operator/v1/integrity/runs')({ signal }),
  })
  const run = useMutation({
    mutationFn: () => on('GET /operator/v1/integrity')({}),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
  const button = (
    <ActionButton
      look="main"
      onClick={() => run.mutate()}
      {...(run.isPending && { why: t('running') })}
    >
      {t('run')}
    </ActionButton>
  )
  return (
    <Page title={t('title')} permission="audit.view" actions={button}>
      {run.error !== null && <Failed error={run.error} />}
      <Loaded query={query}>
        {({ items: [last] }) =>
          last === undefined ? <Empty why={t('never')} /> : <Shown run={last} />
        }
      </Loaded>
    </Page>
  )
}

const LOOKS = {
  holds: { kind: 'done', text: 'holds', Icon: IconCheck },
  violated: { kind: 'stop', text: 'violated', Icon: IconAlertTriangle },
  'not all run': { kind: 'wait', text: 'partly', Icon: IconClock },
} as const

/** What the sentence counts. */
const countOf = ({ result, items }: Run): number => {
  if (result === 'holds') return items.length
  const counted = result === 'violated' ? 'violated' : 'not run'
  return items.filter((check) => check.result === counted).length
}

/** Whether the bank's own lines alone are contradicted: that is no error of the platform. */
const isOfBank = ({ items }: Run): boolean => {
  const violated = items.filter(({ result }) => result === 'violated')
  return violated.length > 0 && violated.every(({ name }) => name.startsWith('Bank: '))
}

const Shown = ({ run }: { run: Run }) => {
  const t = useTexts(INTEGRITY)
  const intl = useIntl()
  const { kind, text, Icon } = LOOKS[run.result]
  const { completeThrough } = run
  return (
    <div className="stack">
      <div className={`notice ${kind}`} role="status">
        <Icon aria-hidden />
        <div>
          <p className="strong">{t(isOfBank(run) ? 'ofBank' : text, { count: countOf(run) })}</p>
          <p className="sm">
            {t.rich('when', {
              at: momentText(intl, run.checkedAt),
              who: <OutsideText>{run.askedBy ?? t('platform')}</OutsideText>,
              seconds: intl.formatNumber(run.durationMs / 1_000, { maximumFractionDigits: 1 }),
            })}
          </p>
          {completeThrough !== null && (
            <p className="sm">
              {t('through', { day: momentText(intl, `${completeThrough}T12:00:00.000Z`, 'day') })}
            </p>
          )}
        </div>
      </div>
      <Groups checks={run.items} />
    </div>
  )
}

/** I1 to I4 are about payments, I5 to I7 about webhooks, I8 to I10 about codes and the status. */
const GROUPS = [
  { text: 'payments', pattern: /^I[1-4]:/ },
  { text: 'webhooks', pattern: /^I[5-7]:/ },
  { text: 'codes', pattern: /^I(?:8|9|10):/ },
  { text: 'books', pattern: /^(?!I[0-9]+:)/ },
] as const

const Groups = ({ checks }: { checks: readonly Check[] }) => {
  const t = useTexts(INTEGRITY)
  return (
    <>
      {GROUPS.map(({ text, pattern }) => {
        const own = checks.filter(({ name }) => pattern.test(name))
        const good = own.filter(({ result }) => result === 'holds')
        const others = own.filter(({ result }) => result !== 'holds')
        return (
          <Card key={text} title={t(text)} note={t('agree', { count: good.length })}>
            <CheckList checks={others} />
            {good.length > 0 && (
              <Opens summary={t('which')} content={<CheckList checks={good} />} />
            )}
          </Card>
        )
      })}
    </>
  )
}

const CheckList = ({ checks }: { checks: readonly Check[] }) => (
  <ul className="checks">
    {checks.map((check) => (
      <OneCheck key={check.name} check={check} />
    ))}
  </ul>
)

const BADGES = {
  holds: { kind: 'done', text: 'good' },
  violated: { kind: 'stop', text: 'bad' },
  'not run': { kind: 'wait', text: 'skipped' },
} as const

const OneCheck = ({ check: { name, result, violations, askedSince } }: { check: Check }) => {
  const t = useTexts(INTEGRITY)
  const intl = useIntl()
  const { language } = useLanguage()
  const rule = ruleOf(name, language)
  const { kind, text } = BADGES[result]
  return (
    <li>
      <Badge kind={kind} bare={result === 'holds'}>
        {t(text)}
      </Badge>
      <div>
        {rule.code !== '' && (
          <bdi className="soft" dir="ltr">
            {rule.code}
          </bdi>
        )}{' '}
        <span {...(rule.isEnglish && { lang: 'en', dir: 'ltr' })}>{rule.text}</span>
        {typeof askedSince === 'string' && (
          <p className="soft sm">
            {t('askedSince', { at: momentText(intl, askedSince, 'short') })}
          </p>
        )}
        {violations.length > 0 && (
          <Opens summary={t('rows')} isOpen content={<Wire text={JSON.stringify(violations)} />} />
        )}
      </div>
    </li>
  )
}
