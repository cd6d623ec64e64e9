import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { FormFailure } from '../../components/act-dialog.tsx'
import { ActionButton, SubmitButton } from '../../components/action-button.tsx'
import {
  CheckField,
  ChoiceField,
  TextField,
  typedDinars,
  useApiForm,
  type ApiForm,
} from '../../components/api-form.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Card } from '../../components/page.tsx'
import { isNoted } from '../../problems/is-noted.ts'
import { useStepUp } from '../../session/use-step-up.ts'
import { useTexts } from '../../texts/texts.ts'
import { Noted } from '../settings/setting-dialog.tsx'
import { usePartner, type Partner } from './partner.ts'
import { PARTNERS } from './partners.texts.ts'
import { SecretsDialog, type Secrets } from './secrets-dialog.tsx'
import { Tried } from './tried.tsx'

type AddressTest = AnswerOf<'POST /operator/v1/partners/{partnerId}/address-test'>

export const PartnerSettings = () => (
  <Loaded query={usePartner().query}>
    {(partner) => <Settings key={partner.updatedAt} partner={partner} />}
  </Loaded>
)

const valuesOf = (partner: Partner) => ({
  name: partner.name,
  nameAr: partner.nameAr ?? '',
  city: partner.city ?? '',
  status: partner.status as string,
  apiUrl: partner.apiUrl,
  webhookUrl: partner.webhookUrl === derived(partner.apiUrl) ? '' : partner.webhookUrl,
  tellsRefunds: partner.events.includes('payment.refunded'),
  isStandard: partner.webhookHeaders === 'standard',
  debitLimit: partner.debitLimit === null ? '' : String(partner.debitLimit),
})

const derived = (apiUrl: string): string => `${apiUrl}/webhooks/platform`

type Values = ReturnType<typeof valuesOf>

/** Only what was changed, so that two people do not undo each other. */
const patchOf = (before: Values, now: Values) => {
  const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
  return {
    ...(now.name !== before.name && { name: now.name.trim() }),
    ...(now.nameAr !== before.nameAr && { nameAr: orNull(now.nameAr) }),
    ...(now.city !== before.city && { city: orNull(now.city) }),
    ...(now.status !== before.status && { status: now.status as Partner['status'] }),
    ...(now.apiUrl !== before.apiUrl && { apiUrl: now.apiUrl.trim() }),
    ...(now.webhookUrl !== before.webhookUrl && { webhookUrl: orNull(now.webhookUrl) }),
    ...(now.tellsRefunds !== before.tellsRefunds && {
      events: now.tellsRefunds ? (['payment.refunded'] as const) : [],
    }),
    ...(now.isStandard !== before.isStandard && {
      webhookHeaders: now.isStandard ? ('standard' as const) : ('interface' as const),
    }),
    ...(now.debitLimit !== before.debitLimit && {
      debitLimit:
        orNull(now.debitLimit) === null
          ? null
          : (typedDinars(now.debitLimit) ?? (now.debitLimit as never)),
    }),
  }
}

const addresses = ({ apiUrl, webhookUrl }: Values): string =>
  `${apiUrl.trim()} ${webhookUrl.trim()}`

type FieldsProps = { form: ApiForm<Values> }

const IdentityFields = ({ form }: FieldsProps) => {
  const t = useTexts(PARTNERS)
  return (
    <Card title={t('identity')}>
      <div className="form">
        <TextField form={form} name="name" label={t('name')} isRequired />
        <TextField form={form} name="nameAr" label={t('nameAr')} />
        <TextField form={form} name="city" label={t('city')} />
        <ChoiceField
          form={form}
          name="status"
          label={t('status')}
          options={(['active', 'inactive'] as const).map((value) => ({ value, label: t(value) }))}
        />
        <TextField
          form={form}
          name="debitLimit"
          label={t('debitLimit')}
          hint={t('debitHint')}
          kind="decimal"
        />
        <CheckField form={form} name="tellsRefunds" label={t('refundEvents')} />
        <CheckField form={form} name="isStandard" label={t('standardHeaders')} />
      </div>
    </Card>
  )
}

const AddressFields = ({ form }: FieldsProps) => {
  const t = useTexts(PARTNERS)
  return (
    <>
      <TextField form={form} name="apiUrl" label={t('address')} kind="url" isRequired />
      <TextField
        form={form}
        name="webhookUrl"
        label={t('webhook')}
        hint={t('webhookHint')}
        kind="url"
      />
    </>
  )
}

/** What a partner is called, where it listens, what it is told. New addresses are tried first. */
const Settings = ({ partner }: { partner: Partner }) => {
  const t = useTexts(PARTNERS)
  const client = useQueryClient()
  const stepUp = useStepUp()
  const { partnerId } = partner
  const [before] = useState(() => valuesOf(partner))
  const form = useApiForm(before)
  const [test, setTest] = useState<{ of: string; answer: AddressTest } | null>(null)
  const [secrets, setSecrets] = useState<Secrets | null>(null)
  const [hasNoted, setNoted] = useState(false)
  const now = form.values
  const isMoved = addresses(now) !== addresses(before)
  const isTried = test?.of === addresses(now)
  const patch = patchOf(before, now)
  const tryThem = async (): Promise<void> => {
    const webhookUrl = now.webhookUrl.trim() === '' ? null : now.webhookUrl.trim()
    const answer = await on('POST /operator/v1/partners/{partnerId}/address-test')({
      params: { partnerId },
      body: { apiUrl: now.apiUrl.trim(), webhookUrl },
    })
    setTest({ of: addresses(now), answer })
  }
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setNoted(false)
    await form.run(async () => {
      const call = on('PATCH /operator/v1/partners/{partnerId}')
      const saved = await stepUp(async () =>
        call({ params: { partnerId }, body: patch as never }),
      ).catch((error: unknown) => {
        // A higher debit limit waits for another person.
        if (isNoted(error)) return null
        throw error
      })
      if (saved === null) setNoted(true)
      else if (saved.apiSecret !== undefined) setSecrets(saved)
      else await client.invalidateQueries({ queryKey: ['partner', partnerId] })
    })
  }
  const isUnchanged = Object.keys(patch).length === 0
  return (
    <form className="stack" onSubmit={(event) => void save(event)}>
      <IdentityFields form={form} />
      <Card title={t('addresses')}>
        <div className="form">
          <AddressFields form={form} />
          {isMoved && <p className="form-hint">{t('hostChanges')}</p>}
          <div>
            <ActionButton permission="partners.edit" onClick={() => void form.run(tryThem)}>
              {t('try')}
            </ActionButton>
          </div>
          {isTried && <Tried answer={test.answer} />}
        </div>
      </Card>
      <FormFailure failure={form.failure} />
      {hasNoted && <Noted />}
      <Save isUnchanged={isUnchanged} isUntried={isMoved && !isTried} isRunning={form.isRunning} />
      <SecretsDialog
        secrets={secrets}
        onClose={() => {
          setSecrets(null)
          void client.invalidateQueries({ queryKey: ['partner', partnerId] })
        }}
      />
    </form>
  )
}

type SaveProps = { isUnchanged: boolean; isUntried: boolean; isRunning: boolean }

/** Saves, or says why it does not yet. */
const Save = ({ isUnchanged, isUntried, isRunning }: SaveProps) => {
  const t = useTexts(PARTNERS)
  return (
    <>
      {isUntried && <p className="why">{t('tryFirst')}</p>}
      {isUnchanged && <p className="why">{t('unchanged')}</p>}
      <div className="form-end">
        <SubmitButton permission="partners.edit" isDisabled={isUnchanged || isRunning || isUntried}>
          {t('save')}
        </SubmitButton>
      </div>
    </>
  )
}
