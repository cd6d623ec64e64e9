import type { Float, FloatSource } from '@wasl/protocol'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../money/amount.tsx'
import { ChoiceField, TextField, typedDinars, useApiForm } from '../../components/api-form.tsx'
import type { Column } from '../../lists/column.ts'
import { FilteredList } from '../../lists/filtered-list.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { queries } from '../../session/queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { Act } from '../money/act.tsx'
import { useByChannel, useByState } from '../money/filters.ts'
import { MONEY } from '../money/money.texts.ts'
import { useChannels } from '../money/partners.ts'
import { State } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { FLOATS } from './floats.texts.ts'
import { useShiftTabs } from './list.tsx'

const STATUSES = ['funded', 'returned'] as const

const keyOf = ({ floatId }: Float): string => floatId

/** Cash for change in the safes of channels: put in, and taken out again. Agents get it by a handover. */
export const FloatsPage = () => {
  const t = useTexts(FLOATS)
  return (
    <FilteredList
      title={t('title')}
      permission="cash.view"
      actions={<FundFloat />}
      tabs={useShiftTabs()}
      filters={[useByState('float', STATUSES), useByChannel()]}
      route="GET /operator/v1/floats"
      keyOf={keyOf}
      columns={useColumns()}
      none={t('none')}
    />
  )
}

const useColumns = (): readonly Column<Float>[] => {
  const t = useTexts(FLOATS)
  const m = useTexts(MONEY)
  return [
    {
      id: 'channel',
      head: m('channel'),
      phone: 'what',
      cell: ({ channelId }) => <Who id={channelId} />,
    },
    { id: 'source', head: t('source'), phone: 'who', cell: ({ from }) => t(`source ${from}`) },
    {
      id: 'funded',
      head: t('funded'),
      phone: 'when',
      cell: ({ fundedAt, fundedBy }) => <Done at={fundedAt} by={fundedBy} />,
    },
    {
      id: 'returned',
      head: t('returned'),
      cell: ({ returnedAt, returnedBy }) =>
        returnedAt === null ? '—' : <Done at={returnedAt} by={returnedBy ?? ''} />,
    },
    {
      id: 'amount',
      head: m('amountDinars'),
      isNum: true,
      phone: 'much',
      cell: ({ amount }) => <Amount dinars={amount} currency={false} />,
    },
    {
      id: 'act',
      head: m('status'),
      phone: 'state',
      width: '12rem',
      cell: (float) =>
        float.status === 'funded' ? (
          <Return float={float} />
        ) : (
          <State of="float" status="returned" />
        ),
    },
  ]
}

const Done = ({ at, by }: { at: string; by: string }) => {
  const m = useTexts(MONEY)
  return (
    <>
      <Moment at={at} shows="short" />{' '}
      <small>{m.rich('madeByWhom', { name: <OutsideText>{by}</OutsideText> })}</small>
    </>
  )
}

const Return = ({ float: { floatId, amount, channelId, from } }: { float: Float }) => {
  const t = useTexts(FLOATS)
  return (
    <Act
      label={t('return')}
      title={t('returnTitle')}
      says={
        <p>
          {t.rich('returnSays', {
            amount: <Amount dinars={amount} />,
            channel: <Who id={channelId} />,
            source: t(`source ${from}`),
          })}
        </p>
      }
      permission="cash.adjust"
      run={() => on('POST /operator/v1/floats/{floatId}/return')({ params: { floatId } })}
    />
  )
}

const SOURCES = ['channel', 'clients', 'own'] as const satisfies readonly FloatSource[]

const FundFloat = () => {
  const t = useTexts(FLOATS)
  const m = useTexts(MONEY)
  const channels = useChannels()
  const form = useApiForm({ channelId: '', amount: '', from: 'channel' })
  // One key for one opening of the dialog: a second press is the same float.
  const [key, setKey] = useState<string | null>(null)
  const fund = async (): Promise<void> => {
    const { channelId, amount, from } = form.values
    await on('POST /operator/v1/floats')({
      idempotencyKey: key ?? '',
      body: {
        channelId: channelId === '' ? (channels[0]?.value ?? '') : channelId,
        // A text that is not an amount is sent as it is, and the platform explains the refusal.
        amount: typedDinars(amount) ?? (amount as never),
        from: SOURCES.find((one) => one === from) ?? 'channel',
      },
    })
    await queries.invalidateQueries()
  }
  return (
    <>
      <ActionButton
        permission="cash.adjust"
        look="main"
        onClick={() => setKey(crypto.randomUUID())}
        {...(channels.length === 0 && { why: t('noChannel') })}
      >
        {t('fund')}
      </ActionButton>
      <ActDialog
        title={t('fund')}
        verb={t('fundVerb')}
        isOpen={key !== null}
        onClose={() => setKey(null)}
        form={form}
        act={fund}
      >
        <ChoiceField form={form} name="channelId" label={m('channel')} options={channels} />
        <TextField
          form={form}
          name="amount"
          kind="decimal"
          label={m('amountDinars')}
          hint={t('fundHint')}
          isRequired
        />
        <ChoiceField
          form={form}
          name="from"
          label={t('source')}
          options={SOURCES.map((value) => ({ value, label: t(`source ${value}`) }))}
        />
      </ActDialog>
    </>
  )
}
