import { IconPrinter } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { addressOf, on } from '../../api/call.ts'
import { FormFailure } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { useApiForm } from '../../components/api-form.tsx'
import { DataTable } from '../../lists/data-table.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { SetBy } from '../../payments/qr-codes/set-by.tsx'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { columnsOf, type PaymentRow } from '../payments/payments-page.tsx'
import { PAYMENTS } from '../payments/texts.ts'
import { useAnswer, useReadAgain } from '../use-answer.ts'
import { Asks, CodeBadge, type Code } from './code-state.tsx'
import { SetAmounts } from './set-amounts.tsx'
import { CODES } from './texts.ts'

const ROUTE = 'GET /partner/settings/v1/qr-codes/{token}'
const HISTORY = 'GET /partner/settings/v1/qr-codes/{token}/configurations'

/** A payment with the code is seen without reloading. */
const LIVE_MS = 3_000

/** One code: its picture, what it asks for, who paid with it. */
export const CodePage = () => {
  const { token = '' } = useParams({ strict: false })
  const t = useTexts(CODES)
  const query = useAnswer(ROUTE, { params: { token } }, LIVE_MS)
  return (
    <Page
      title={query.data?.label ?? t('title')}
      heading={
        query.data && (
          <>
            <OutsideText>{query.data.label}</OutsideText> <CodeBadge code={query.data} />
          </>
        )
      }
      up={{ to: '/qr', label: t('title') }}
      actions={query.data && <Actions code={query.data} />}
      permission="partners.view"
    >
      <Loaded query={query}>{(code) => <Content code={code} />}</Loaded>
    </Page>
  )
}

const Actions = ({ code }: { code: Code }) => {
  const t = useTexts(CODES)
  const readAgain = useReadAgain()
  const form = useApiForm({})
  const params = { token: code.qrCodeToken }
  const poster = addressOf('GET /partner/settings/v1/qr-codes/{token}/poster')({
    params,
    query: { size: 'A6' },
  })
  const isActive = code.status === 'active'
  const turn = (): void =>
    void form.run(async () => {
      const body = { status: isActive ? ('disabled' as const) : ('active' as const) }
      await on('PATCH /partner/settings/v1/qr-codes/{token}')({ params, body })
      await readAgain(ROUTE)
    })
  return (
    <>
      <a className="btn main" href={poster} target="_blank" rel="noreferrer">
        <IconPrinter aria-hidden />
        {t('print')}
      </a>
      <ActionButton permission="qr.edit" {...(isActive && { look: 'stop' })} onClick={turn}>
        {t(isActive ? 'disable' : 'enable')}
      </ActionButton>
      <FormFailure failure={form.failure} />
    </>
  )
}

const Content = ({ code }: { code: Code }) => {
  const t = useTexts(CODES)
  const image = addressOf('GET /partner/settings/v1/qr-codes/{token}/image')({
    params: { token: code.qrCodeToken },
    query: { format: 'svg' },
  })
  return (
    <div className="stack">
      <section className="card">
        <div className="body qr-head">
          <img src={image} alt={t('image')} />
          <div className="spaced">
            <Pairs
              pairs={[
                { name: t('asks'), value: <Asks amounts={code.config.amounts} /> },
                {
                  name: t('checkCode'),
                  value: (
                    <bdi className="ref" dir="ltr">
                      {code.checkCode}
                    </bdi>
                  ),
                },
                {
                  name: t('page'),
                  value: (
                    <a className="link code" href={code.url} target="_blank" rel="noreferrer">
                      <bdi dir="ltr">{new URL(code.url).host}</bdi>
                    </a>
                  ),
                },
                {
                  name: t('lastPaid'),
                  value: code.lastPaidAt === null ? t('never') : <Moment at={code.lastPaidAt} />,
                },
              ]}
            />
            {code.kind === 'static' && <SetAmounts key={code.updatedAt} code={code} />}
          </div>
        </div>
      </section>
      <CodePayments token={code.qrCodeToken} />
      <History code={code} />
    </div>
  )
}

const keyOf = (row: PaymentRow): string => row.paymentId

const CodePayments = ({ token }: { token: string }) => {
  const t = useTexts(CODES)
  const payments = useTexts(PAYMENTS)
  const query = { qrCodeToken: token }
  const list = useList('GET /partner/payments/v1/newest', { query }, { keyOf })
  return (
    <>
      <h2>{t('payments')}</h2>
      <DataTable
        caption={t('payments')}
        list={list}
        columns={columnsOf(payments)}
        keyOf={keyOf}
        empty={<Empty why={t('noPayments')} />}
      />
    </>
  )
}

const History = ({ code }: { code: Code }) => {
  const t = useTexts(CODES)
  const params = { token: code.qrCodeToken }
  const query = useAnswer(HISTORY, { params })
  return (
    <Card title={t('history')}>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t('noHistory')}</p>
          ) : (
            <ul className="files">
              {items.map((one) => (
                <li key={one.configurationId}>
                  <div>
                    <Asks amounts={one.amounts} />
                    <p className="soft sm">
                      <SetBy setBy={one.setBy} />
                      {' · '}
                      <Moment at={one.setAt} shows="short" />
                    </p>
                  </div>
                  <span className="soft sm">{t(one.endedBy ?? 'now')}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
