import { IconPlugConnected } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { FormFailure } from '../../components/act-dialog.tsx'
import { ActionButton, SubmitButton } from '../../components/action-button.tsx'
import { CheckField, TextField, useApiForm } from '../../components/api-form.tsx'
import { ShownOnce } from '../../components/copy-button.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { Card, Page } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { TestResult } from '../events/test-result.tsx'
import { useAnswer, useReadAgain } from '../use-answer.ts'
import { ADDRESSES } from './texts.ts'

const ROUTE = 'GET /partner/settings/v1/partner'

type Partner = AnswerOf<typeof ROUTE>

type Changed = AnswerOf<'PATCH /partner/settings/v1/partner'>

type Test = AnswerOf<'POST /partner/webhooks/v1/address-test'>

/** Where the platform calls: tried before it is saved. */
export const AddressesPage = () => {
  const t = useTexts(ADDRESSES)
  const query = useAnswer(ROUTE, {})
  // Kept here, because the form begins again with what was saved.
  const [changed, setChanged] = useState<Changed | null>(null)
  return (
    <Page title={t('title')} permission="partners.view">
      <Loaded query={query}>
        {(partner) => (
          <div className="cols">
            <div className="stack">
              {changed !== null && <NewSecrets changed={changed} />}
              <Addresses key={partner.updatedAt} partner={partner} onChanged={setChanged} />
            </div>
            <Warnings partner={partner} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null)

/** A server at another host never had the secrets. */
const hasOtherHost = (partner: Partner, urls: readonly string[]): boolean => {
  const known = new Set([originOf(partner.apiUrl), originOf(partner.webhookUrl)])
  return urls.some((url) => !known.has(originOf(url)))
}

type AddressesProps = { partner: Partner; onChanged: (changed: Changed) => void }

const Addresses = ({ partner, onChanged }: AddressesProps) => {
  const t = useTexts(ADDRESSES)
  const readAgain = useReadAgain()
  const before = {
    apiUrl: partner.apiUrl,
    webhookUrl: partner.isWebhookUrlDerived ? '' : partner.webhookUrl,
    isRefunded: partner.events.includes('payment.refunded'),
    isStandard: partner.webhookHeaders === 'standard',
  }
  const form = useApiForm(before)
  const { apiUrl, isRefunded, isStandard } = form.values
  const webhookUrl = form.values.webhookUrl === '' ? null : form.values.webhookUrl
  // What was answered at other addresses than those that stand here would be read as theirs.
  const here = `${apiUrl} ${webhookUrl}`
  const [tested, setTested] = useState<{ here: string; test: Test } | null>(null)
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(before)
  const isElsewhere = hasOtherHost(partner, [apiUrl, webhookUrl ?? apiUrl])
  const tryIt = (): void =>
    void form.run(async () => {
      const body = { apiUrl, webhookUrl }
      setTested({ here, test: await on('POST /partner/webhooks/v1/address-test')({ body }) })
    })
  const save = (event: FormEvent): void => {
    event.preventDefault()
    void form.run(async () => {
      const events = isRefunded ? (['payment.refunded'] as const) : []
      const webhookHeaders = isStandard ? ('standard' as const) : ('interface' as const)
      const body = { apiUrl, webhookUrl, events: [...events], webhookHeaders }
      onChanged(await on('PATCH /partner/settings/v1/partner')({ body }))
      await readAgain(ROUTE)
    })
  }
  const derived = `${apiUrl.replace(/\/$/, '')}/webhooks/platform`
  return (
    <Card title={t('where')}>
      <form className="form" onSubmit={save}>
        <TextField
          form={form}
          name="apiUrl"
          kind="url"
          isRequired
          label={t('apiUrl')}
          hint={t('apiUrlSays')}
        />
        <TextField
          form={form}
          name="webhookUrl"
          kind="url"
          label={t('webhookUrl')}
          hint={t.rich('webhookUrlSays', { url: <Url key="url">{derived}</Url> })}
        />
        <CheckField form={form} name="isRefunded" label={t('refunded')} />
        <CheckField form={form} name="isStandard" label={t('standard')} />
        {isStandard && <p className="form-hint">{t.rich('standardSays', STANDARD_NAMES)}</p>}
        {isElsewhere && <p className="notice wait">{t('otherHost')}</p>}
        {tested?.here === here && <Tested test={tested.test} />}
        <FormFailure failure={form.failure} />
        <Buttons isChanged={isChanged} isRunning={form.isRunning} onTry={tryIt} />
        {!isChanged && <p className="why">{t('unchanged')}</p>}
      </form>
    </Card>
  )
}

const Url = ({ children }: { children: string }) => (
  <bdi className="code" dir="ltr">
    {children}
  </bdi>
)

/** What is typed as it stands, in every language. */
const STANDARD_NAMES = {
  secret: <Url key="secret">HMAC_SECRET</Url>,
  prefix: <Url key="prefix">whsec_</Url>,
}

type ButtonsProps = { isChanged: boolean; isRunning: boolean; onTry: () => void }

const Buttons = ({ isChanged, isRunning, onTry }: ButtonsProps) => {
  const t = useTexts(ADDRESSES)
  return (
    <div className="form-end">
      <ActionButton permission="events.redeliver" onClick={onTry}>
        <IconPlugConnected aria-hidden />
        {t(isRunning ? 'trying' : 'tryIt')}
      </ActionButton>
      <SubmitButton permission="partners.edit" isDisabled={!isChanged || isRunning}>
        {t('save')}
      </SubmitButton>
    </div>
  )
}

const Tested = ({ test: { lookup, webhook } }: { test: Test }) => {
  const t = useTexts(ADDRESSES)
  const isMadeUp = [lookup, webhook].some(({ secrets }) => secrets === 'made-up')
  return (
    <div className="spaced">
      {isMadeUp && <p className="form-hint">{t('madeUp')}</p>}
      <TestResult test={lookup} title={t('lookup')} />
      <TestResult test={webhook} title={t('webhook')} />
    </div>
  )
}

/** The secrets that a change of the host has made. */
const NewSecrets = ({ changed }: { changed: Changed }) => {
  const t = useTexts(ADDRESSES)
  const { apiSecret, hmacSecret } = changed
  if (apiSecret === undefined || hmacSecret === undefined) return <p role="status">{t('saved')}</p>
  return (
    <div className="notice wait">
      <div>
        <p className="strong">{t('newSecrets')}</p>
        <ShownOnce name="API_SECRET" value={apiSecret} />
        <ShownOnce name="HMAC_SECRET" value={hmacSecret} />
      </div>
    </div>
  )
}

const Warnings = ({ partner: { warnings } }: { partner: Partner }) => {
  const t = useTexts(ADDRESSES)
  if (warnings.length === 0) return null
  return (
    <Card title={t('warnings')}>
      <ul className="files">
        {warnings.slice(0, 8).map(({ at, reference, message }) => (
          <li key={`${at} ${reference}`}>
            <div>
              <Reference>{reference}</Reference>{' '}
              <span className="soft sm">
                <Moment at={at} shows="short" />
              </span>
              <p>
                <OutsideText>{message}</OutsideText>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
