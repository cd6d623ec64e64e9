import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { FormFailure } from '../../shared/act-dialog.tsx'
import { ActionButton } from '../../shared/action-button.tsx'
import { TextField, useApiForm } from '../../shared/api-form.tsx'
import { Card } from '../../shared/page.tsx'
import { useTexts } from '../../shared/texts.ts'
import { CodeBlock } from '../code-block.tsx'
import { TestResult, type TestCall } from '../events/test-result.tsx'
import { useAnswer } from '../use-answer.ts'
import { HEALTH } from './texts.ts'

type Check = { title: string; test: TestCall }

/** The checks that the platform makes itself; each result is shown as it comes. */
export const Certify = () => {
  const t = useTexts(HEALTH)
  const partner = useAnswer('GET /partner/settings/v1/partner', {})
  const [checks, setChecks] = useState<readonly Check[]>([])
  const form = useApiForm({ reference: '' })
  const { reference } = form.values
  const show = (...more: readonly Check[]): void => setChecks((before) => [...before, ...more])
  const run = (): void =>
    void form.run(async () => {
      setChecks([])
      const first = await on('POST /partner/webhooks/v1/address-test')({ body: {} })
      show(
        { title: t('unknown'), test: first.lookup },
        { title: t('webhook'), test: first.webhook },
      )
      if (reference !== '') {
        const second = await on('POST /partner/webhooks/v1/address-test')({ body: { reference } })
        show({ title: t('known', { reference }), test: second.lookup })
        show({ title: t('repeated'), test: second.webhook })
      } else {
        const again = await on('POST /partner/webhooks/v1/webhook-test')({})
        show({ title: t('repeated'), test: again })
      }
    })
  const apiUrl = partner.data?.apiUrl ?? 'https://…'
  return (
    <Card title={t('certify')} note={t('certifySays')}>
      <div className="spaced" aria-live="polite">
        <div className="form">
          <TextField form={form} name="reference" label={t('reference')} lengthMax={128} />
          <ActionButton look="main" permission="events.redeliver" onClick={run}>
            <IconShieldCheck aria-hidden />
            {t(form.isRunning ? 'running' : 'run')}
          </ActionButton>
        </div>
        {checks.map(({ title, test }) => (
          <TestResult key={title} title={title} test={test} />
        ))}
        <FormFailure failure={form.failure} />
        <p>{t('whole')}</p>
        <CodeBlock
          code={`API_SECRET=… HMAC_SECRET=… npx wasl certify ${apiUrl} --html report.html`}
        />
      </div>
    </Card>
  )
}
