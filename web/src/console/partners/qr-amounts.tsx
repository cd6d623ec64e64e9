import './qr-amounts.css'
import type { QrConfigurationRecord } from '@wasl/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Amount } from '../../money/amount.tsx'
import { TextField, useApiForm, type ApiForm } from '../../components/api-form.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { lifeBody, lifeOf, type LifeValues } from '../../payments/qr-codes/life.ts'
import { LifeFields } from '../../payments/qr-codes/life-fields.tsx'
import { SetBy } from '../../payments/qr-codes/set-by.tsx'
import { queries } from '../../session/queries.ts'
import { PARTS } from '../../texts/parts.texts.ts'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { amountsToType, typedAmounts } from '../../components/typed-amounts.ts'
import { useRightName } from '../../session/use-right-name.ts'
import { QR_AMOUNTS } from './qr-amounts.texts.ts'

type Code = AnswerOf<'GET /operator/v1/partners/{partnerId}/qr-codes'>['items'][number]

export type QrAmountsProps = { code: Code; onClose: () => void }

/** What a code asks for, who set it when, and the form that changes it. */
export const QrAmounts = ({ code, onClose }: QrAmountsProps) => {
  const { qrCodeToken: token } = code
  const query = useQuery({
    queryKey: ['qr configurations', token],
    queryFn: ({ signal }) =>
      on('GET /operator/v1/qr-codes/{token}/configurations')({ params: { token }, signal }),
  })
  const current = query.data?.items.find(({ endedAt }) => endedAt === null)
  return (
    // The form begins with what is in force, as soon as that is known.
    <Dialog key={current?.configurationId} code={code} current={current} onClose={onClose}>
      <Loaded query={query}>{({ items }) => <History items={items} />}</Loaded>
    </Dialog>
  )
}

type Values = LifeValues & { amounts: string }

type DialogProps = QrAmountsProps & {
  current: QrConfigurationRecord | undefined
  children: ReactNode
}

const Dialog = ({ code, current, onClose, children }: DialogProps) => {
  const t = useTexts(QR_AMOUNTS)
  const form = useApiForm<Values>({
    amounts: amountsToType(current?.amounts ?? []),
    ...lifeOf(current),
  })
  const amounts = typedAmounts(form.values.amounts)
  const params = { token: code.qrCodeToken }
  const set = async (): Promise<void> => {
    if (amounts === null) return
    await (amounts.length === 0
      ? on('POST /operator/v1/qr-codes/{token}/configuration/unset')({ params })
      : on('PUT /operator/v1/qr-codes/{token}/configuration')({
          params,
          body: { amounts, ...lifeBody(form.values, current) },
        }))
    await queries.invalidateQueries()
  }
  const why = useWhyNot(code, amounts === null)
  return (
    <ActDialog
      title={t('title')}
      verb={t('set')}
      isOpen
      onClose={onClose}
      form={form}
      act={set}
      {...(why !== undefined && { why })}
    >
      <p>
        <OutsideText>{code.label}</OutsideText> · {t('now')} <Asks amounts={current?.amounts} />
      </p>
      {code.kind === 'static' && <Fields form={form} />}
      {children}
    </ActDialog>
  )
}

const useWhyNot = ({ kind, status }: Code, isBad: boolean): string | undefined => {
  const t = useTexts(QR_AMOUNTS)
  const parts = useTexts(PARTS)
  const rightName = useRightName()
  const me = useMe()
  if (!me.may('qr.edit')) return parts('needs', { right: rightName('qr.edit') })
  if (kind === 'dynamic') return t('dynamic')
  if (status === 'disabled') return t('disabled')
  return isBad ? t('bad') : undefined
}

const Fields = ({ form }: { form: ApiForm<Values> }) => {
  const t = useTexts(QR_AMOUNTS)
  return (
    <>
      <p className="soft">{t('says')}</p>
      <TextField form={form} name="amounts" kind="decimal" label={t('amounts')} hint={t('hint')} />
      <LifeFields form={form} />
    </>
  )
}

const Asks = ({ amounts = [] }: { amounts?: readonly number[] | undefined }) => {
  const t = useTexts(QR_AMOUNTS)
  if (amounts.length === 0) return <>{t('open')}</>
  return amounts.map((dinars, place) => (
    <span key={dinars}>
      {place > 0 && ' · '}
      <Amount dinars={dinars} decimals="auto" />
    </span>
  ))
}

const History = ({ items }: { items: readonly QrConfigurationRecord[] }) => {
  const t = useTexts(QR_AMOUNTS)
  return (
    <section>
      <p className="strong">{t('history')}</p>
      {items.length === 0 && <p className="soft">{t('none')}</p>}
      <ul className="qr-history">
        {items.map(({ configurationId, amounts, setAt, setBy, endedBy }) => (
          <li key={configurationId}>
            <div>
              <Asks amounts={amounts} />
              <p className="soft sm">
                <SetBy setBy={setBy} /> · <Moment at={setAt} shows="short" />
              </p>
            </div>
            <span className="soft sm">{t(endedBy ?? 'inForce')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
