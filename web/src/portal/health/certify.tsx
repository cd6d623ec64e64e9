import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { FormFailure } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { TextField, useApiForm } from '../../components/api-form.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { CodeBlock } from '../code-block.tsx'
import { useAnswer, useReadAgain } from '../use-answer.ts'
import { LiveRuns } from './live-runs.tsx'
import { HEALTH } from './texts.ts'

const ROUTE = 'GET /partner/webhooks/v1/live-checks'

/** Each result is shown as it comes. */
const LIVE_MS = 700

/** Runs the checks of a live integration from here, and shows each result as it comes. */
export const Certify = () => {
  const t = useTexts(HEALTH)
  const readAgain = useReadAgain()
  const [isRunning, setRunning] = useState(false)
  const runs = useAnswer(ROUTE, {}, isRunning ? LIVE_MS : false)
  const newest = runs.data?.items[0]
  // Also one that another person started.
  if (newest !== undefined && (newest.state === 'running') !== isRunning) {
    setRunning(newest.state === 'running')
  }
  const form = useApiForm({ reference: '' })
  const { reference } = form.values
  const start = (): void =>
    void form.run(async () => {
      const body = reference === '' ? {} : { reference }
      await on('POST /partner/webhooks/v1/live-checks')({ body })
      await readAgain(ROUTE)
    })
  return (
    <>
      <Card title={t('certify')}>
        <div className="spaced">
          <p>{t('certifySays')}</p>
          <div className="form">
            <TextField form={form} name="reference" label={t('reference')} lengthMax={128} />
            <ActionButton
              look="main"
              permission="events.redeliver"
              onClick={start}
              {...(isRunning && { why: t('oneAtATime') })}
            >
              <IconShieldCheck aria-hidden />
              {t(isRunning ? 'running' : 'run')}
            </ActionButton>
          </div>
          <FormFailure failure={form.failure} />
        </div>
      </Card>
      <Loaded query={runs}>
        {({ items }) => (items.length === 0 ? null : <LiveRuns runs={items} />)}
      </Loaded>
      <WholeCertificate />
    </>
  )
}

const WholeCertificate = () => {
  const t = useTexts(HEALTH)
  const partner = useAnswer('GET /partner/settings/v1/partner', {})
  const apiUrl = partner.data?.apiUrl ?? 'https://…'
  return (
    <Card title={t('certificate')}>
      <div className="spaced">
        <p>{t('whole')}</p>
        <CodeBlock
          code={`API_SECRET=… HMAC_SECRET=… npx wasl certify ${apiUrl} --html report.html`}
        />
      </div>
    </Card>
  )
}
