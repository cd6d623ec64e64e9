import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { TextField, useApiForm } from '../../components/api-form.tsx'
import { Card, Page, Tabs } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { useTexts } from '../../texts/texts.ts'
import { CHANNELS } from '../channels/channels.texts.ts'
import { useSettingTabs } from './list.tsx'
import { SettingDialog } from './setting-dialog.tsx'
import { FIELDS, SECONDS, SETTINGS } from './texts.ts'

type Kind = AnswerOf<'GET /operator/v1/channel-kinds'>['items'][number]

const LIMITS = ['lockSeconds', 'lockSecondsMax', 'openLocksMax', 'notFoundPerMinute'] as const

type Limit = (typeof LIMITS)[number]

export const kindsQuery = {
  queryKey: ['channel-kinds'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    on('GET /operator/v1/channel-kinds')({ signal }),
}

/** How long and how much each kind of channel may reserve. */
export const KindsPage = () => {
  const t = useTexts(SETTINGS)
  const query = useQuery(kindsQuery)
  const [chosen, setChosen] = useState<Kind | null>(null)
  return (
    <Page title={t('kinds')} permission="payments.view">
      <Tabs tabs={useSettingTabs()} />
      <p className="soft says">{t('kindsSay')}</p>
      <Loaded query={query}>
        {({ items }) => (
          <div className="stack">
            {items.map((kind) => (
              <OneKind key={kind.kind} kind={kind} onEdit={() => setChosen(kind)} />
            ))}
          </div>
        )}
      </Loaded>
      {chosen !== null && <EditKind kind={chosen} onClose={() => setChosen(null)} />}
    </Page>
  )
}

const isDuration = (limit: Limit): boolean => limit === 'lockSeconds' || limit === 'lockSecondsMax'

const OneKind = ({ kind, onEdit }: { kind: Kind; onEdit: () => void }) => {
  const t = useTexts(SETTINGS)
  const words = useTexts(CHANNELS)
  return (
    <Card title={words(kind.kind)}>
      <KindLimits kind={kind} />
      <div className="actions">
        <ActionButton permission="channels.edit" onClick={onEdit}>
          {t('edit')}
        </ActionButton>
      </div>
    </Card>
  )
}

export const KindLimits = ({ kind }: { kind: Kind | undefined }) => {
  const t = useTexts(SETTINGS)
  const nameOf = useTexts(FIELDS)
  const seconds = useTexts(SECONDS)
  const shown = (limit: Limit): string => {
    const value = kind?.[limit] ?? null
    if (value === null) return t('byDefault')
    return isDuration(limit) ? seconds('seconds', { count: value }) : String(value)
  }
  return <Pairs pairs={LIMITS.map((limit) => ({ name: nameOf(limit), value: shown(limit) }))} />
}

/** What was typed, as the operation takes it: nothing means the default. */
const numberOf = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(typed.trim())

const EditKind = ({ kind, onClose }: { kind: Kind; onClose: () => void }) => {
  const t = useTexts(SETTINGS)
  const nameOf = useTexts(FIELDS)
  const words = useTexts(CHANNELS)
  const form = useApiForm<Record<Limit, string>>({
    lockSeconds: String(kind.lockSeconds ?? ''),
    lockSecondsMax: String(kind.lockSecondsMax ?? ''),
    openLocksMax: String(kind.openLocksMax ?? ''),
    notFoundPerMinute: String(kind.notFoundPerMinute ?? ''),
  })
  const changed = LIMITS.filter((limit) => numberOf(form.values[limit]) !== kind[limit])
  const body = Object.fromEntries(changed.map((limit) => [limit, numberOf(form.values[limit])]))
  return (
    <SettingDialog
      title={t('editKind', { kind: words(kind.kind) })}
      verb={t('save')}
      form={form}
      run={() =>
        on('PATCH /operator/v1/channel-kinds/{kind}')({ params: { kind: kind.kind }, body })
      }
      onClose={onClose}
      {...(changed.length === 0 && { why: t('unchanged') })}
    >
      {LIMITS.map((limit) => (
        <TextField
          key={limit}
          form={form}
          name={limit}
          kind="number"
          label={nameOf(limit)}
          hint={`${isDuration(limit) ? `${t('inSeconds')} ` : ''}${t('emptyIsDefault')}`}
        />
      ))}
    </SettingDialog>
  )
}
