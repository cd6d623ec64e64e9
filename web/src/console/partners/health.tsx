import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { FormFailure } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { useApiForm } from '../../components/api-form.tsx'
import { CanaryCard } from '../../payments/health/canary.tsx'
import { HealthFigures } from '../../payments/health/health-figures.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { PartnerEvents } from './events.tsx'
import { Warnings } from './overview.tsx'
import { partnerHealth, usePartner } from './partner.ts'
import { PARTNERS } from './partners.texts.ts'
import { TriedCall, type TestCall } from './tried.tsx'

/** Whether a partner answers as it should: its figures, a test, its warnings, what was given up. */
export const PartnerHealth = () => {
  const { partnerId, query } = usePartner()
  const health = useQuery(partnerHealth(partnerId))
  return (
    <div className="stack">
      <Loaded query={health}>
        {(figures) => <HealthFigures health={figures} side="partner" />}
      </Loaded>
      <Loaded query={query}>{({ canary }) => <CanaryCard canary={canary} />}</Loaded>
      <TestWebhook partnerId={partnerId} />
      <Loaded query={query}>{(partner) => <Warnings partner={partner} />}</Loaded>
      <PartnerEvents state="failed" />
    </div>
  )
}

const TestWebhook = ({ partnerId }: { partnerId: string }) => {
  const t = useTexts(PARTNERS)
  const form = useApiForm({})
  const [call, setCall] = useState<TestCall | null>(null)
  const test = async (): Promise<void> =>
    setCall(
      await on('POST /operator/v1/partners/{partnerId}/webhook-test')({ params: { partnerId } }),
    )
  return (
    <Card title={t('test')} note={t('testSays')}>
      <ActionButton permission="events.redeliver" onClick={() => void form.run(test)}>
        {t('test')}
      </ActionButton>
      <FormFailure failure={form.failure} />
      <div role="status">{call !== null && <TriedCall call={call} />}</div>
    </Card>
  )
}
