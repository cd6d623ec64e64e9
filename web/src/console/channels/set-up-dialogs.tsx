import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import type { CallInput } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ChoiceField, TextField, typedDinars, useApiForm } from '../../components/api-form.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { USERS } from '../users/texts.ts'
import type { Channel } from './channel.ts'
import { SET_UP } from './set-up.texts.ts'

/** A link that is shown once, and whose it is. */
export type MadeLink = { says: 'personLink' | 'tillLink'; name: string; link: string }

type DialogProps = {
  channel: Channel
  onClose: () => void
  onLink: (link: MadeLink) => void
}

type Role = NonNullable<CallInput<'POST /operator/v1/users'>['body']>['role']

const ROLES = ['manager', 'supervisor', 'agent', 'courier'] as const satisfies readonly Role[]

/** The manager of a new channel, and whoever else is to sign in by a link of their own. */
export const InviteOfChannel = ({ channel: { channelId }, onClose, onLink }: DialogProps) => {
  const t = useTexts(SET_UP)
  const users = useTexts(USERS)
  const client = useQueryClient()
  const input = { params: { channelId } }
  const keyOf = ({ agentId }: { agentId: string }) => agentId
  const agents = useList('GET /operator/v1/channels/{channelId}/agents', input, { keyOf }).rows
  const form = useApiForm({ name: '', email: '', role: 'manager', agentId: '' })
  const { name, email, agentId } = form.values
  const role = ROLES.find((one) => one === form.values.role) ?? 'manager'
  const needsAgent = role === 'agent' || role === 'courier'
  const invite = async (): Promise<void> => {
    const body = {
      name: name.trim(),
      role,
      channelId,
      ...(email.trim() !== '' && { email: email.trim() }),
      ...(needsAgent && { agentId: agentId || (agents[0]?.agentId ?? '') }),
    }
    const user = await on('POST /operator/v1/users')({ body })
    onLink({ says: 'personLink', name: user.name ?? '', link: user.link })
    await client.invalidateQueries({ queryKey: ['list'] })
  }
  return (
    <ActDialog
      title={t('invite')}
      verb={t('inviteVerb')}
      isOpen
      onClose={onClose}
      form={form}
      act={invite}
      {...(needsAgent && agents.length === 0 && { why: t('noAgentYet') })}
    >
      <TextField form={form} name="name" label={t('name')} isRequired />
      <TextField form={form} name="email" label={t('email')} />
      <ChoiceField
        form={form}
        name="role"
        label={t('role')}
        options={ROLES.map((value) => ({ value, label: users(value) }))}
      />
      {needsAgent && agents.length > 0 && (
        <ChoiceField
          form={form}
          name="agentId"
          label={t('agent')}
          options={agents.map((agent) => ({ value: agent.agentId, label: agent.name }))}
        />
      )}
    </ActDialog>
  )
}

/** An agent at a counter, or a courier. */
export const AddAgent = ({ channel: { channelId }, onClose }: Omit<DialogProps, 'onLink'>) => {
  const t = useTexts(SET_UP)
  const client = useQueryClient()
  const form = useApiForm({ name: '', cashMax: '' })
  // One key for one opening of the dialog: a second press is the same agent.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const add = async (): Promise<void> => {
    const { name, cashMax } = form.values
    await on('POST /operator/v1/channels/{channelId}/agents')({
      params: { channelId },
      idempotencyKey,
      body: {
        name: name.trim(),
        // A text that is not an amount is sent as it is, and the platform explains the refusal.
        ...(cashMax.trim() !== '' && { cashMax: typedDinars(cashMax) ?? (cashMax as never) }),
      },
    })
    await client.invalidateQueries()
  }
  return (
    <ActDialog
      title={t('addAgent')}
      verb={t('addVerb')}
      isOpen
      onClose={onClose}
      form={form}
      act={add}
    >
      <p>{t('agentSays')}</p>
      <TextField form={form} name="name" label={t('name')} isRequired />
      <TextField form={form} name="cashMax" label={t('cashMax')} kind="decimal" />
    </ActDialog>
  )
}

/** The link by which a browser at a counter becomes a till of the channel. */
export const AddTill = ({ channel: { channelId }, onClose, onLink }: DialogProps) => {
  const t = useTexts(SET_UP)
  const form = useApiForm({ name: '' })
  const make = async (): Promise<void> => {
    const body = { name: form.values.name.trim() }
    const made = await on('POST /operator/v1/channels/{channelId}/devices')({
      params: { channelId },
      body,
    })
    onLink({ says: 'tillLink', name: made.name, link: made.link })
  }
  return (
    <ActDialog
      title={t('addTill')}
      verb={t('makeLink')}
      isOpen
      onClose={onClose}
      form={form}
      act={make}
    >
      <TextField form={form} name="name" label={t('tillName')} isRequired />
    </ActDialog>
  )
}
