import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { ChoiceField, useApiForm } from '../../components/api-form.tsx'
import { Badge } from '../../components/badge.tsx'
import {
  chosenRights,
  KeyRights,
  rightsForm,
  useWhyNoKey,
} from '../../people/key-rights/key-rights.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { momentText } from '../../time/moment.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { usePartner, type Partner } from './partner.ts'
import { PARTNERS } from './partners.texts.ts'
import { SecretsDialog, type Secrets } from './secrets-dialog.tsx'

const SECRETS = ['apiKey', 'apiSecret', 'hmacSecret'] as const

type Secret = (typeof SECRETS)[number]

/** In seconds: how long the old value goes on working. */
const OVERLAPS = { atOnce: 0, hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000 } as const

export const PartnerSecrets = () => (
  <Loaded query={usePartner().query}>{(partner) => <Whole partner={partner} />}</Loaded>
)

const Whole = ({ partner }: { partner: Partner }) => {
  const [chosen, setChosen] = useState<Secret | null>(null)
  const [secrets, setSecrets] = useState<Secrets | null>(null)
  return (
    <div className="stack">
      {SECRETS.map((secret) => (
        <OneSecret
          key={secret}
          secret={secret}
          partner={partner}
          onRotate={() => setChosen(secret)}
        />
      ))}
      {chosen !== null && (
        <RotateDialog
          secret={chosen}
          partner={partner}
          onClose={() => setChosen(null)}
          onRotated={(value) => setSecrets({ [chosen]: value })}
        />
      )}
      <SecretsDialog secrets={secrets} onClose={() => setSecrets(null)} />
    </div>
  )
}

type OneProps = { secret: Secret; partner: Partner; onRotate: () => void }

const OneSecret = ({ secret, partner: { rotations = [] }, onRotate }: OneProps) => {
  const t = useTexts(PARTNERS)
  const intl = useIntl()
  const pending = rotations.find((rotation) => rotation.secret === secret)
  return (
    <Card title={t(secret)}>
      <p>{t(`${secret}Use`)}</p>
      <p>
        {pending === undefined ? (
          <span className="soft">{t('one')}</span>
        ) : (
          <Badge kind="wait">
            {t('bothUntil', { time: momentText(intl, pending.previousValidUntil) })}
          </Badge>
        )}
      </p>
      <div className="do">
        <ActionButton permission="partners.secrets" onClick={onRotate}>
          {t('rotate')}
        </ActionButton>
      </div>
    </Card>
  )
}

type RotateProps = {
  secret: Secret
  partner: Partner
  onClose: () => void
  onRotated: (value: string) => void
}

const RotateDialog = ({ secret, partner, onClose, onRotated }: RotateProps) => {
  const t = useTexts(PARTNERS)
  const client = useQueryClient()
  const { partnerId, keyPermissions } = partner
  const form = useApiForm({ overlap: 'day', ...rightsForm('partner', keyPermissions) })
  const whyNoKey = useWhyNoKey('partner', form)
  const isKey = secret === 'apiKey'
  const rotate = async (): Promise<void> => {
    const overlapSeconds = OVERLAPS[form.values.overlap as keyof typeof OVERLAPS]
    const { value } = await on('POST /operator/v1/partners/{partnerId}/rotate')({
      params: { partnerId },
      body: {
        secret,
        overlapSeconds,
        ...(isKey && { permissions: chosenRights('partner', form.values) }),
      },
    })
    onRotated(value)
    await client.invalidateQueries({ queryKey: ['partner', partnerId] })
  }
  const options = (['day', 'week', 'month', 'hour', 'atOnce'] as const).map((value) => ({
    value,
    label: t(value),
  }))
  return (
    <ActDialog
      title={t('rotateTitle', { secret: t(secret) })}
      verb={t('rotate')}
      isOpen
      onClose={onClose}
      form={form}
      act={rotate}
      {...(isKey && whyNoKey !== undefined && { why: whyNoKey })}
    >
      <p>{t('rotateSays')}</p>
      <ChoiceField form={form} name="overlap" label={t('overlap')} options={options} />
      {isKey && <KeyRights kind="partner" form={form} />}
    </ActDialog>
  )
}
