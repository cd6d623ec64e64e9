import { IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { CheckField, ChoiceField, TextField, useApiForm } from '../../components/api-form.tsx'
import type { Column } from '../../lists/column.ts'
import { ShownOnce } from '../../components/copy-button.tsx'
import { DataTable } from '../../lists/data-table.tsx'
import { useLanguage } from '../../texts/language.ts'
import { DIRECTORY } from '../../people/directory/texts.ts'
import { isLastOwner } from '../../people/last-owner.ts'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Page } from '../../components/page.tsx'
import { PARTS } from '../../texts/parts.texts.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts, type Translate } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { toldApart } from '../../people/told-apart.ts'
import { UserState } from '../../people/user-state.tsx'
import { TEAM } from './texts.ts'

const ROUTE = 'GET /partner/users/v1'

type User = AnswerOf<typeof ROUTE>['items'][number]

type Invited = AnswerOf<'POST /partner/users/v1'>

const keyOf = (user: User): string => user.userId

const ROLES = ['owner', 'finance', 'developer', 'viewer'] as const

type RoleName = (typeof ROLES)[number]

/** Who of the partner may do what. */
export const TeamPage = () => {
  const t = useTexts(TEAM)
  const directory = useTexts(DIRECTORY)
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  const [changing, setChanging] = useState<User | null>(null)
  const list = useList(ROUTE, {}, { keyOf })
  return (
    <Page
      title={t('title')}
      permission="audit.view"
      actions={
        <>
          <Link className="btn" to="/team/directory">
            {directory('title')}
          </Link>
          <ActionButton look="main" permission="users.edit" onClick={() => setInviting(true)}>
            <IconUserPlus aria-hidden />
            {t('invite')}
          </ActionButton>
        </>
      }
    >
      {invited !== null && (
        <div className="notice" role="status">
          <div>
            <p>{t('link', { name: invited.name ?? '' })}</p>
            <ShownOnce name={t('linkName')} value={invited.link} />
          </div>
        </div>
      )}
      <InviteDialog
        isOpen={isInviting}
        onClose={() => setInviting(false)}
        onInvited={(made) => {
          setInvited(made)
          list.again()
        }}
      />
      {changing !== null && (
        <ChangeDialog
          user={changing}
          isLast={list.more === null && isLastOwner(changing, list.rows)}
          onClose={() => setChanging(null)}
          onChanged={list.again}
        />
      )}
      <DataTable
        caption={t('title')}
        list={list}
        columns={columnsOf(t, setChanging)}
        keyOf={keyOf}
        empty={<Empty why={t('empty')} />}
      />
    </Page>
  )
}

const columnsOf = (
  t: Translate<typeof TEAM>,
  onChange: (user: User) => void,
): readonly Column<User>[] => [
  {
    id: 'name',
    head: t('name'),
    phone: 'what',
    cell: (user) => <OutsideText>{user.name ?? '—'}</OutsideText>,
  },
  {
    id: 'email',
    head: t('email'),
    phone: 'who',
    cell: (user) => <bdi>{user.email ?? ''}</bdi>,
  },
  {
    id: 'role',
    head: t('role'),
    width: '9rem',
    phone: 'more',
    cell: (user) => t(user.role as RoleName),
  },
  {
    id: 'state',
    head: t('state'),
    width: '8rem',
    phone: 'state',
    cell: (user) => <UserState user={user} />,
  },
  {
    id: 'seen',
    head: t('seen'),
    width: '11rem',
    cell: (user) => user.lastSeenAt !== null && <Moment at={user.lastSeenAt} shows="short" />,
  },
  {
    id: 'change',
    head: t('change'),
    width: '7rem',
    phone: 'much',
    cell: (user) => (
      <button type="button" className="btn plain" onClick={() => onChange(user)}>
        {t('change')}
        <span className="hide">{user.name}</span>
      </button>
    ),
  },
]

type InviteProps = { isOpen: boolean; onClose: () => void; onInvited: (made: Invited) => void }

const InviteDialog = ({ isOpen, onClose, onInvited }: InviteProps) => {
  const t = useTexts(TEAM)
  const { language } = useLanguage()
  const form = useApiForm({ name: '', email: '', role: 'viewer' })
  const invite = async (): Promise<void> => {
    const { name, email, role } = form.values
    const address = email === '' ? {} : { email }
    const body = { name, role: role as RoleName, language, ...address }
    onInvited(await on('POST /partner/users/v1')({ body }))
  }
  return (
    <ActDialog
      title={t('inviteTitle')}
      verb={t('invite')}
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      act={invite}
    >
      <TextField form={form} name="name" isRequired label={t('name')} />
      <TextField form={form} name="email" label={t('email')} />
      <ChoiceField
        form={form}
        name="role"
        label={t('role')}
        options={ROLES.map((value) => ({ value, label: t(value) }))}
      />
    </ActDialog>
  )
}

type ChangeProps = { user: User; isLast: boolean; onClose: () => void; onChanged: () => void }

const ChangeDialog = ({ user, isLast, onClose, onChanged }: ChangeProps) => {
  const t = useTexts(TEAM)
  const parts = useTexts(PARTS)
  const form = useApiForm({ role: user.role, isDisabled: false })
  const change = async (): Promise<void> => {
    const { role, isDisabled } = form.values
    const body = isDisabled ? { status: 'disabled' as const } : { role: role as RoleName }
    const params = { userId: user.userId }
    await on('PATCH /partner/users/v1/{userId}')({ params, body })
    onChanged()
  }
  const staysOwner = form.values.role === user.role && !form.values.isDisabled
  return (
    <ActDialog
      title={t('changeTitle', { name: toldApart(user.name ?? '', user.email) })}
      verb={t('save')}
      isOpen
      onClose={onClose}
      form={form}
      act={change}
      {...(isLast && !staysOwner && { why: parts('lastOwner') })}
    >
      <ChoiceField
        form={form}
        name="role"
        label={t('role')}
        options={ROLES.map((value) => ({ value, label: t(value) }))}
      />
      <CheckField form={form} name="isDisabled" label={t('disable')} />
    </ActDialog>
  )
}
