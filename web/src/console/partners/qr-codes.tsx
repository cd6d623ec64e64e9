import { useState } from 'react'
import { addressOf, on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { TextField, useApiForm } from '../../components/api-form.tsx'
import { Badge } from '../../components/badge.tsx'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { ClippedText, OutsideText } from '../../problems/outside-text.tsx'
import { useMe } from '../../session/session.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { usePartner } from './partner.ts'
import { QrAmounts } from './qr-amounts.tsx'
import { PARTNERS } from './partners.texts.ts'

type Row = AnswerOf<'GET /operator/v1/partners/{partnerId}/qr-codes'>['items'][number]

const keyOf = ({ qrCodeToken }: Row): string => qrCodeToken

const imageOf = addressOf('GET /operator/v1/qr-codes/{token}/image')
const posterOf = addressOf('GET /operator/v1/qr-codes/{token}/poster')

/** The QR codes of this partner: made, printed, disabled. */
export const PartnerQrCodes = () => {
  const t = useTexts(PARTNERS)
  const { partnerId } = usePartner()
  const route = 'GET /operator/v1/partners/{partnerId}/qr-codes'
  const list = useList(route, { params: { partnerId } }, { keyOf })
  const [isCreating, setCreating] = useState(false)
  const [changed, setChanged] = useState<Row | null>(null)
  const [priced, setPriced] = useState<Row | null>(null)
  const form = useApiForm({ label: '' })
  const create = async (): Promise<void> => {
    await on('POST /operator/v1/partners/{partnerId}/qr-codes')({
      params: { partnerId },
      body: { label: form.values.label.trim() },
    })
    list.again()
  }
  const change = async (): Promise<void> => {
    if (changed === null) return
    await on('PATCH /operator/v1/qr-codes/{token}')({
      params: { token: changed.qrCodeToken },
      body: { status: changed.status === 'active' ? 'disabled' : 'active' },
    })
    list.again()
  }
  const verb = changed?.status === 'disabled' ? t('enable') : t('disable')
  return (
    <div className="stack">
      <div>
        <ActionButton look="main" permission="qr.edit" onClick={() => setCreating(true)}>
          {t('newQr')}
        </ActionButton>
      </div>
      <DataTable
        caption={t('qr')}
        list={list}
        columns={useColumns({ onChange: setChanged, onAmounts: setPriced })}
        keyOf={keyOf}
        empty={<Empty why={t('noQr')} />}
      />
      {priced !== null && <QrAmounts code={priced} onClose={() => setPriced(null)} />}
      <ActDialog
        title={t('newQr')}
        verb={t('newQr')}
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        form={form}
        act={create}
      >
        <TextField form={form} name="label" label={t('label')} isRequired />
      </ActDialog>
      <ActDialog
        title={verb}
        verb={verb}
        isStop={changed?.status === 'active'}
        isOpen={changed !== null}
        onClose={() => setChanged(null)}
        form={form}
        act={change}
      >
        <p>
          <OutsideText>{changed?.label ?? ''}</OutsideText>
        </p>
      </ActDialog>
    </div>
  )
}

type Acts = { onChange: (row: Row) => void; onAmounts: (row: Row) => void }

const useColumns = (acts: Acts): readonly Column<Row>[] => {
  const t = useTexts(PARTNERS)
  return [
    {
      id: 'label',
      head: t('label'),
      phone: 'what',
      cell: ({ label }) => <ClippedText>{label}</ClippedText>,
    },
    {
      id: 'kind',
      head: t('kind'),
      width: '9rem',
      phone: 'who',
      cell: ({ kind }) => t(kind),
    },
    {
      id: 'status',
      head: t('status'),
      width: '8rem',
      phone: 'much',
      cell: ({ status }) => (
        <Badge kind={status === 'active' ? 'done' : 'rest'} bare={status === 'active'}>
          {t(status)}
        </Badge>
      ),
    },
    {
      id: 'check',
      head: t('checkCode'),
      width: '9rem',
      cell: ({ checkCode }) => <bdi className="code">{checkCode}</bdi>,
    },
    {
      id: 'print',
      head: t('image'),
      width: '24rem',
      phone: 'state',
      cell: (row) => <Files row={row} acts={acts} />,
    },
  ]
}

/** What is printed of a code, and what may be changed. */
const Files = ({ row, acts: { onChange, onAmounts } }: { row: Row; acts: Acts }) => {
  const t = useTexts(PARTNERS)
  const me = useMe()
  const params = { token: row.qrCodeToken }
  return (
    <>
      <a className="link" target="_blank" rel="noreferrer" href={imageOf({ params })}>
        {t('image')}
      </a>
      {' · '}
      <a className="link" target="_blank" rel="noreferrer" href={posterOf({ params })}>
        {t('poster')}
      </a>
      {' · '}
      <button type="button" className="linkish" onClick={() => onAmounts(row)}>
        {t('amounts')}
      </button>
      {me.may('qr.edit') && (
        <>
          {' · '}
          <button type="button" className="linkish" onClick={() => onChange(row)}>
            {row.status === 'active' ? t('disable') : t('enable')}
          </button>
        </>
      )}
    </>
  )
}
