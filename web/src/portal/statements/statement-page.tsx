import { IconDownload } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { addressOf } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { Amount } from '../../money/amount.tsx'
import { useLanguage } from '../../texts/language.ts'
import { Loaded } from '../../lists/loaded.tsx'
import { momentText } from '../../time/moment.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useAnswer } from '../use-answer.ts'
import { Lines } from './lines.tsx'
import { Proof } from './proof.tsx'
import { Release } from './release.tsx'
import { StatementBadge, useSpan } from './statements-page.tsx'
import { STATEMENTS } from './texts.ts'

const ROUTE = 'GET /partner/statements/v1/{statementId}/summary'

type Statement = AnswerOf<typeof ROUTE>

/** What I will be paid, when, and the proof of it. */
export const StatementPage = () => {
  const { statementId = '' } = useParams({ strict: false })
  const t = useTexts(STATEMENTS)
  const query = useAnswer(ROUTE, { params: { statementId } })
  const number = query.data?.number ?? ''
  return (
    <Page
      title={`${t('number')} ${number}`}
      heading={
        query.data && (
          <>
            {t('number')}{' '}
            <bdi className="now" dir="ltr">
              {number}
            </bdi>{' '}
            <StatementBadge row={query.data} />
          </>
        )
      }
      up={{ to: '/statements', label: t('title') }}
      actions={query.data && <DownloadPdf statementId={statementId} />}
      permission="statements.view"
    >
      <Loaded query={query}>{(statement) => <Content statement={statement} />}</Loaded>
    </Page>
  )
}

/** Where a document of a statement is downloaded. */
const useDocument = (statementId: string) => {
  const { language: lang } = useLanguage()
  return (format: 'pdf' | 'xlsx' | 'csv' | 'json'): string =>
    addressOf('GET /partner/statements/v1/{statementId}')({
      params: { statementId },
      query: { format, lang },
    })
}

const DownloadPdf = ({ statementId }: { statementId: string }) => {
  const t = useTexts(STATEMENTS)
  const documentOf = useDocument(statementId)
  return (
    <a className="btn main" href={documentOf('pdf')} download>
      <IconDownload aria-hidden />
      {t('pdf')}
    </a>
  )
}

const Content = ({ statement }: { statement: Statement }) => {
  const t = useTexts(STATEMENTS)
  const spanOf = useSpan()
  const intl = useIntl()
  const span = spanOf(statement)
  return (
    <>
      <p className="lead">{t('closedOn', { span, when: momentText(intl, statement.closedAt) })}</p>
      <div className="top2">
        <Sums statement={statement} />
        <Release statement={statement} />
      </div>
      <div className="cols">
        <Lines statement={statement} />
        <div className="stack">
          <Files statementId={statement.statementId} />
          <Proof statementId={statement.statementId} />
        </div>
      </div>
    </>
  )
}

const Sums = ({ statement }: { statement: Statement }) => {
  const t = useTexts(STATEMENTS)
  const { gross, refunds, fees, vat, adjustments, carriedForward, net, payments } = statement
  const line = (name: string, dinars: number) => ({
    name,
    value: <Amount dinars={dinars} currency={false} />,
  })
  return (
    <section className="card" aria-label={t('yours')}>
      <div className="body">
        <p className="soft">{t('yours')}</p>
        <span className="net">
          <Amount dinars={net} />
        </span>
        <Pairs
          figures
          pairs={[
            line(t('gross', { count: payments }), gross),
            ...(refunds === 0 ? [] : [line(t('refunds'), -refunds)]),
            line(t('fees'), -fees),
            line(t('vat'), -vat),
            ...(adjustments === 0 ? [] : [line(t('adjustments'), adjustments)]),
            ...(carriedForward === 0 ? [] : [line(t('carried'), carriedForward)]),
            { ...line(t('sum'), net), isSum: true },
          ]}
        />
      </div>
    </section>
  )
}

const Files = ({ statementId }: { statementId: string }) => {
  const t = useTexts(STATEMENTS)
  const documentOf = useDocument(statementId)
  const manifest = addressOf('GET /partner/statements/v1/{statementId}/manifest')({
    params: { statementId },
  })
  const files = [
    { name: 'PDF', says: t('toPrint'), href: documentOf('pdf') },
    { name: 'XLSX', says: t('xlsx'), href: documentOf('xlsx') },
    { name: 'CSV', says: t('csv'), href: documentOf('csv') },
    { name: 'JSON', says: t('json'), href: documentOf('json') },
    { name: 'JWS', says: t('manifest'), href: manifest },
  ]
  return (
    <Card title={t('files')}>
      <ul className="files">
        {files.map(({ name, says, href }) => (
          <li key={name}>
            <span>
              <bdi className="strong">{name}</bdi> <span className="soft sm">{says}</span>
            </span>
            <a className="link" href={href} download aria-label={`${t('download')} ${name}`}>
              {t('download')}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
