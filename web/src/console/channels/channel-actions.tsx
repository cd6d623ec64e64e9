import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import type { CallInput } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { TextField, useApiForm } from '../../components/api-form.tsx'
import {
  chosenRights,
  KeyRights,
  rightsForm,
  useWhyNoKey,
} from '../../people/key-rights/key-rights.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { Channel } from './channel.ts'
import { CHANNELS } from './channels.texts.ts'
import { KeyDialog } from './key-dialog.tsx'

type Act = 'rename' | 'disable' | 'enable' | 'restrict' | 'rotate'

type Patch = CallInput<'PATCH /operator/v1/channels/{channelId}'>['body']

/** Renames, disables and restricts a channel, and gives it a new key. */
export const ChannelActions = ({ channel }: { channel: Channel }) => {
  const t = useTexts(CHANNELS)
  const { name, status } = channel
  const [act, setAct] = useState<Act | null>(null)
  const [key, setKey] = useState<string | null>(null)
  const acts: readonly Act[] = [
    'rename',
    'restrict',
    'rotate',
    status === 'active' ? 'disable' : 'enable',
  ]
  return (
    <div className="do">
      {acts.map((one, place) => (
        <ActionButton
          key={one}
          permission="channels.edit"
          isExplained={place < acts.length - 1}
          {...(one === 'disable' && { look: 'stop' as const })}
          onClick={() => setAct(one)}
        >
          {t(one)}
        </ActionButton>
      ))}
      {act !== null && (
        <ChannelDialog
          key={`${act} ${name}`}
          act={act}
          channel={channel}
          onKey={setKey}
          onClose={() => setAct(null)}
        />
      )}
      <KeyDialog value={key} onClose={() => setKey(null)} />
    </div>
  )
}

type DialogProps = {
  act: Act
  channel: Channel
  onKey: (key: string) => void
  onClose: () => void
}

const SAYS = {
  disable: 'disableSays',
  enable: 'enableSays',
  restrict: 'restrictSays',
  rotate: 'rotateSays',
} as const

const ChannelDialog = ({ act, channel, onKey, onClose }: DialogProps) => {
  const t = useTexts(CHANNELS)
  const client = useQueryClient()
  const { channelId, name, partners } = channel
  const form = useApiForm({
    name,
    partners: partners?.join('\n') ?? '',
    ...rightsForm('channel', channel.keyPermissions),
  })
  const whyNoKey = useWhyNoKey('channel', form)
  const run = async (): Promise<void> => {
    const params = { channelId }
    if (act === 'rotate') {
      const permissions = chosenRights('channel', form.values)
      const { apiKey } = await on('POST /operator/v1/channels/{channelId}/rotate')({
        params,
        body: { permissions },
      })
      onKey(apiKey)
      await client.invalidateQueries({ queryKey: ['channel', channelId] })
      return
    }
    const body = patchOf(act, form.values)
    await on('PATCH /operator/v1/channels/{channelId}')({ params, body })
    await client.invalidateQueries({ queryKey: ['channel', channelId] })
  }
  return (
    <ActDialog
      title={t(act)}
      verb={t(act)}
      isStop={act === 'disable'}
      isOpen
      onClose={onClose}
      form={form}
      act={run}
      {...(act === 'rotate' && whyNoKey !== undefined && { why: whyNoKey })}
    >
      {act !== 'rename' && <p>{t(SAYS[act])}</p>}
      {act === 'rotate' && <KeyRights kind="channel" form={form} />}
      {act === 'rename' && <TextField form={form} name="name" label={t('name')} isRequired />}
      {act === 'restrict' && <TextField form={form} name="partners" label={t('partners')} isLong />}
    </ActDialog>
  )
}

const patchOf = (act: Act, { name, partners }: { name: string; partners: string }): Patch => {
  if (act === 'rename') return { name: name.trim() }
  if (act !== 'restrict') return { status: act === 'disable' ? 'disabled' : 'active' }
  const ids = partners.split(/[\s,;]+/).filter(Boolean)
  return { partners: ids.length === 0 ? null : ids }
}
