import './statement.css'
import type { OperatorStatement } from '@wasl/protocol'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { momentText } from '../../time/moment.tsx'
import { Page } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { Act } from '../money/act.tsx'
import { Day } from '../money/day.tsx'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
import { useParam } from '../money/use-param.ts'
import { useName, Who } from '../money/who.tsx'
import { Files, Proof } from './files.tsx'
import { Lines } from './lines.tsx'
import { Release } from './release.tsx'
import { STATEMENTS } from './texts.ts'

const EVERY_MS = 10_000

/** A statement: what is owed, how much of it may be paid, its lines, its files and their proof. */
export const StatementPage = () => {
  const t = useTexts(STATEMENTS)
  const statementId = useParam('statementId')
  const query = useQuery({
    queryKey: ['statement', statementId],
    queryFn: () => on('GET /operator/v1/statements/{statementId}')({ params: { statementId } }),
    refetchInterval: EVERY_MS,
  })
  const { data } = query
  const number = data?.number ?? '…'
  return (
    <Page
      title={t('statement', { number })}
      up={{ to: '/statements', label: t('title') }}
      permission="statements.view"
      heading={
        <>
          {t.rich('statement', { number: <bdi className="ref">{number}</bdi> })}{' '}
          {data && <State of="statement" status={data.status} bare={false} />}
        </>
      }
      actions={data && <Approve statement={data} />}
    >
      <Loaded query={query}>{(statement) => <Content statement={statement} />}</Loaded>
    </Page>
  )
}

const Content = ({ statement }: { statement: OperatorStatement }) => {
  const isPartners = statement.partnerId !== null
  return (
    <>
      <History statement={statement} />
      <div className="statement-top">
        <Sums statement={statement} />
        <Release statement={statement} />
      </div>
      {isPartners && statement.status !== 'open' && (
        <div className="cols statement-rest">
          <Lines statement={statement} />
          <div className="stack">
            <Files statement={statement} />
            <Proof statementId={statement.statementId} />
          </div>
        </div>
      )}
    </>
  )
}

/** The period, and who closed and approved it when. */
const History = ({ statement }: { statement: OperatorStatement }) => {
  const t = useTexts(STATEMENTS)
  const intl = useIntl()
  const { from, to, closedAt, closedBy, approvedAt, approvedBy } = statement
  const at = (moment: string): string => momentText(intl, moment, 'full')
  return (
    <p className="soft statement-history">
      {t.rich('fromTo', { from: <Day date={from} />, to: <Day date={to} /> })}
      {closedAt !== null && (
        <>
          {' · '}
          {closedBy === null
            ? t('closedAlone', { at: at(closedAt) })
            : t.rich('closedBy', { name: <bdi>{closedBy}</bdi>, at: at(closedAt) })}
        </>
      )}
      {approvedAt !== null && (
        <>
          {' · '}
          {t.rich('approvedBy', { name: <bdi>{approvedBy}</bdi>, at: at(approvedAt) })}
        </>
      )}
    </p>
  )
}

const Sums = ({ statement }: { statement: OperatorStatement }) => {
  const t = useTexts(STATEMENTS)
  const { partnerId, channelId, net, creditNoteNumber } = statement
  const who = <Who id={partnerId ?? channelId ?? ''} />
  const isCarried = net !== null && net < 0
  return (
    <section className="card statement-sums" aria-label={t('netPlain')}>
      <p className="soft">{t.rich(isCarried ? 'carriedOn' : 'owed', { name: who })}</p>
      <p className="statement-net">{net === null ? '…' : <Amount dinars={net} />}</p>
      <Pairs figures pairs={useSums(statement)} />
      {creditNoteNumber !== null && (
        <p className="soft sm">{t('creditNote', { number: creditNoteNumber })}</p>
      )}
    </section>
  )
}

/** Every part of the net, as it is added; parts that are 0 are left out. */
const useSums = (statement: OperatorStatement) => {
  const t = useTexts(STATEMENTS)
  const isChannel = statement.channelId !== null
  const { gross, refunds, fees, vat, adjustments, carriedForward, net, payments } = statement
  const sign = isChannel ? 1 : -1
  const parts = [
    { name: t('gross', { count: payments ?? 0 }), dinars: gross, isShown: true },
    { name: t('refunds'), dinars: refunds === null ? null : -refunds, isShown: !isChannel },
    {
      name: isChannel ? t('commissions') : t('fees'),
      dinars: fees === null ? null : sign * fees,
      isShown: true,
    },
    { name: t('vat'), dinars: vat === null ? null : sign * vat, isShown: true },
    { name: t('adjustments'), dinars: adjustments, isShown: adjustments !== 0 },
    { name: t('carried'), dinars: carriedForward, isShown: carriedForward !== 0 },
  ]
  const shown = parts
    .filter(({ isShown }) => isShown)
    .map(({ name, dinars }) => ({ name, value: <Sum dinars={dinars} /> }))
  return [...shown, { name: t('netPlain'), value: <Sum dinars={net} />, isSum: true }]
}

const Sum = ({ dinars }: { dinars: number | null }) =>
  dinars === null ? <>…</> : <Amount dinars={dinars} currency={false} />

const Approve = ({ statement }: { statement: OperatorStatement }) => {
  const t = useTexts(STATEMENTS)
  const m = useTexts(MONEY)
  const me = useMe()
  const { statementId, net, number, status, closedBy, partnerId, channelId } = statement
  const name = useName(partnerId ?? channelId ?? '')
  if (status !== 'closed' || net === null) return null
  return (
    <Act
      label={m('approve')}
      title={t('approveThis', { number: number ?? '' })}
      look="main"
      permission="statements.approve"
      why={closedBy === me.name ? m('ownWork') : undefined}
      says={
        <p>{t.rich('approveSays', { name: <bdi>{name}</bdi>, net: <Amount dinars={net} /> })}</p>
      }
      run={() =>
        on('POST /operator/v1/statements/{statementId}/approve')({
          params: { statementId },
          body: { net },
        })
      }
    />
  )
}
