import type { AccountChange } from '@wasl/protocol'
import { useQuery } from '@tanstack/react-query'
import { on } from '../../api/call.ts'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { Rib } from '../../money/rib.tsx'
import { useMe } from '../../session/session.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { Act } from '../money/act.tsx'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
import { ACCOUNT } from './account.texts.ts'
import { ProposeAccount } from './propose-account.tsx'
import { usePartner } from './partner.ts'

/** Where this partner is paid: the account in force, the change that waits, and all changes. */
export const PartnerAccount = () => {
  const t = useTexts(ACCOUNT)
  const { partnerId } = usePartner()
  const query = useQuery({
    queryKey: ['partner account', partnerId],
    queryFn: ({ signal }) =>
      on('GET /operator/v1/partners/{partnerId}/account')({ params: { partnerId }, signal }),
  })
  return (
    <Loaded query={query}>
      {({ current, requested }) => (
        <div className="stack">
          <div>
            <ProposeAccount
              partnerId={partnerId}
              current={current}
              {...(requested !== null && { why: t('waits') })}
            />
          </div>
          {requested !== null && (
            <Card title={t('requested')} note={<State of="account" status="requested" />}>
              <Numbers change={requested} before={current} />
              <Decide change={requested} />
            </Card>
          )}
          <Card title={t('current')}>
            {current === null ? <p>{t('noAccount')}</p> : <Numbers change={current} />}
          </Card>
          <History partnerId={partnerId} />
        </div>
      )}
    </Loaded>
  )
}

const NUMBERS = ['nif', 'nis', 'rc', 'ai'] as const

type NumbersProps = { change: AccountChange; before?: AccountChange | null }

/** Everything of an account. What differs from the one before is marked. */
const Numbers = ({ change, before = null }: NumbersProps) => {
  const t = useTexts(ACCOUNT)
  const marked = (name: 'accountHolder' | 'rib' | (typeof NUMBERS)[number]) =>
    before !== null && before[name] !== change[name] ? ` · ${t('changes')}` : ''
  return (
    <Pairs
      pairs={[
        {
          name: `${t('holder')}${marked('accountHolder')}`,
          value: <OutsideText>{change.accountHolder}</OutsideText>,
        },
        { name: `${t('rib')}${marked('rib')}`, value: <Rib rib={change.rib} /> },
        ...NUMBERS.map((name) => ({
          name: `${t(name)}${marked(name)}`,
          value: <bdi className="ref">{change[name] ?? '—'}</bdi>,
        })),
      ]}
    />
  )
}

/** Another person than the one who proposed it compares it with the bank's document. */
const Decide = ({ change }: { change: AccountChange }) => {
  const t = useTexts(ACCOUNT)
  const m = useTexts(MONEY)
  const me = useMe()
  const { partnerId, changeId, requestedBy } = change
  const params = { partnerId, changeId }
  return (
    <>
      <p className="soft sm">
        {m.rich('madeByWhom', { name: <OutsideText>{requestedBy}</OutsideText> })}{' '}
        <Moment at={change.requestedAt} />
      </p>
      <div className="form-end">
        <Act
          label={m('decline')}
          title={t('declineTitle')}
          look="stop"
          permission="payouts.confirm"
          run={() =>
            on('POST /operator/v1/partners/{partnerId}/account-changes/{changeId}/decline')({
              params,
            })
          }
        />
        <Act
          label={m('approve')}
          title={t('approveTitle')}
          look="main"
          says={
            <>
              <p>{t('approveSays')}</p>
              <p className="strong">
                <Rib rib={change.rib} />
              </p>
            </>
          }
          permission="payouts.confirm"
          why={requestedBy === me.name ? m('ownWork') : undefined}
          run={() =>
            on('POST /operator/v1/partners/{partnerId}/account-changes/{changeId}/approve')({
              params,
            })
          }
        />
      </div>
    </>
  )
}

const keyOf = ({ changeId }: AccountChange): string => changeId

const History = ({ partnerId }: { partnerId: string }) => {
  const t = useTexts(ACCOUNT)
  const route = 'GET /operator/v1/partners/{partnerId}/account-changes'
  const list = useList(route, { params: { partnerId } }, { keyOf })
  return (
    <>
      <h2>{t('history')}</h2>
      <DataTable
        caption={t('history')}
        list={list}
        columns={useColumns()}
        keyOf={keyOf}
        empty={<Empty why={t('noHistory')} />}
      />
    </>
  )
}

const useColumns = (): readonly Column<AccountChange>[] => {
  const t = useTexts(ACCOUNT)
  const m = useTexts(MONEY)
  return [
    {
      id: 'rib',
      head: t('rib'),
      phone: 'what',
      width: '15.5rem',
      cell: ({ rib }) => <Rib rib={rib} />,
    },
    {
      id: 'holder',
      head: t('holder'),
      phone: 'who',
      cell: ({ accountHolder }) => <OutsideText>{accountHolder}</OutsideText>,
    },
    {
      id: 'asked',
      head: t('asked'),
      phone: 'when',
      cell: ({ requestedAt, requestedBy }) => <ByAt by={requestedBy} at={requestedAt} />,
    },
    {
      id: 'decided',
      head: t('decided'),
      cell: ({ decidedAt, decidedBy }) =>
        decidedAt === null ? '—' : <ByAt by={decidedBy ?? ''} at={decidedAt} />,
    },
    {
      id: 'status',
      head: m('status'),
      phone: 'much',
      width: '10.5rem',
      cell: ({ status }) => <State of="account" status={status} />,
    },
  ]
}

const ByAt = ({ by, at }: { by: string; at: string }) => {
  const m = useTexts(MONEY)
  return (
    <>
      <Moment at={at} shows="short" />{' '}
      <small>{m.rich('madeByWhom', { name: <OutsideText>{by}</OutsideText> })}</small>
    </>
  )
}
