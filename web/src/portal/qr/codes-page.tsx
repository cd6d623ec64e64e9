import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { ChoiceField, TextField, typedDinars, useApiForm } from '../../components/api-form.tsx'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Page } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { useTexts, type Translate } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { Asks, CodeBadge, type Code } from './code-state.tsx'
import { CODES } from './texts.ts'

const ROUTE = 'GET /partner/settings/v1/qr-codes'

const keyOf = (code: Code): string => code.qrCodeToken

/** The codes of the partner, and a new one. */
export const CodesPage = () => {
  const t = useTexts(CODES)
  const [isMaking, setMaking] = useState(false)
  const list = useList(ROUTE, {}, { keyOf })
  return (
    <Page
      title={t('title')}
      permission="partners.view"
      actions={
        <ActionButton look="main" permission="qr.edit" onClick={() => setMaking(true)}>
          <IconPlus aria-hidden />
          {t('create')}
        </ActionButton>
      }
    >
      <MakeDialog isOpen={isMaking} onClose={() => setMaking(false)} />
      <DataTable
        caption={t('title')}
        list={list}
        columns={columnsOf(t)}
        keyOf={keyOf}
        empty={<Empty why={t('empty')} />}
      />
    </Page>
  )
}

const columnsOf = (t: Translate<typeof CODES>): readonly Column<Code>[] => [
  {
    id: 'label',
    head: t('label'),
    phone: 'what',
    cell: (code) => (
      <Link className="row" to={`/qr/${code.qrCodeToken}`}>
        <OutsideText>{code.label}</OutsideText>
      </Link>
    ),
  },
  {
    id: 'asks',
    head: t('asks'),
    phone: 'who',
    cell: (code) => <Asks amounts={code.config.amounts} />,
  },
  {
    id: 'state',
    head: t('state'),
    width: '9rem',
    phone: 'state',
    cell: (code) => <CodeBadge code={code} bare />,
  },
  {
    id: 'paid',
    head: t('lastPaid'),
    width: '11rem',
    phone: 'when',
    cell: (code) =>
      code.lastPaidAt === null ? (
        <span className="soft">{t('never')}</span>
      ) : (
        <Moment at={code.lastPaidAt} shows="short" />
      ),
  },
]

const MakeDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const t = useTexts(CODES)
  const navigate = useNavigate()
  const form = useApiForm({ label: '', kind: 'static', amount: '' })
  const { label, kind, amount } = form.values
  const make = async (): Promise<void> => {
    const isDynamic = kind === 'dynamic'
    const dinars = typedDinars(amount) ?? 0
    const body = isDynamic ? { label, kind: 'dynamic' as const, amount: dinars } : { label }
    const code = await on('POST /partner/settings/v1/qr-codes')({ body })
    await navigate({ to: `/qr/${code.qrCodeToken}` })
  }
  return (
    <ActDialog
      title={t('create')}
      verb={t('create')}
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      act={make}
    >
      <TextField form={form} name="label" isRequired label={t('label')} hint={t('labelSays')} />
      <ChoiceField
        form={form}
        name="kind"
        label={t('kind')}
        options={[
          { value: 'static', label: t('static') },
          { value: 'dynamic', label: t('dynamic') },
        ]}
      />
      {kind === 'dynamic' && (
        <TextField form={form} name="amount" kind="decimal" isRequired label={t('amount')} />
      )}
    </ActDialog>
  )
}
