import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { FormFailure } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import type { Column } from '../../lists/column.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { DataTable } from '../../lists/data-table.tsx'
import { Moment } from '../../time/moment.tsx'
import { ClippedText, OutsideText } from '../../problems/outside-text.tsx'
import { Page } from '../../components/page.tsx'
import { DIRECTORY } from '../../people/directory/texts.ts'
import { UserState } from '../../people/user-state.tsx'
import { useMe } from '../../session/session.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { ChangeUser } from './change-user.tsx'
import { InviteUser, type Invited } from './invite-user.tsx'
import { useOrganisation } from './organisation.ts'
import type { User } from './roles.ts'
import { SignOutEverybody } from './sign-out-everybody.tsx'
import { USERS } from './texts.ts'

const keyOf = ({ userId }: User): string => userId

/** Who may sign in, with which role, and since when they were not seen. */
export const UsersPage = () => {
  const t = useTexts(USERS)
  const directory = useTexts(DIRECTORY)
  const client = useQueryClient()
  const [isInviting, setInviting] = useState(false)
  const [changing, setChanging] = useState<User | null>(null)
  const [invited, setInvited] = useState<Invited | null>(null)
  const list = useList('GET /operator/v1/users', {}, { keyOf })
  const again = useMutation({
    mutationFn: ({ userId }: User) =>
      on('POST /operator/v1/users/{userId}/invite')({ params: { userId } }),
    onSuccess: setInvited,
  })
  const changed = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['list'] })
  }
  const columns = useColumns({ onChange: setChanging, onAgain: (user) => again.mutate(user) })
  const button = (
    <>
      <Link className="btn" to="/users/directory">
        {directory('title')}
      </Link>
      <SignOutEverybody />
      <ActionButton look="main" permission="users.edit" onClick={() => setInviting(true)}>
        {t('invite')}
      </ActionButton>
    </>
  )
  return (
    <Page title={t('title')} permission="audit.view" actions={button}>
      <div className="stack">
        <FormFailure failure={again.error} />
        {invited !== null && <InvitationLink invited={invited} />}
        <DataTable
          caption={t('caption')}
          list={list}
          columns={columns}
          keyOf={keyOf}
          empty={<Empty why={t('empty')} />}
        />
      </div>
      {isInviting && (
        <InviteUser
          onClose={() => setInviting(false)}
          onInvited={(user) => {
            setInvited(user)
            void changed()
          }}
        />
      )}
      {changing !== null && (
        <ChangeUser
          user={changing}
          all={list.more === null ? list.rows : null}
          onClose={() => setChanging(null)}
          onChanged={changed}
        />
      )}
    </Page>
  )
}

/** The link stays on the page until it is left: it is shown only once. */
const InvitationLink = ({ invited: { name, link } }: { invited: Invited }) => {
  const t = useTexts(USERS)
  return (
    <div className="notice wait" role="status">
      <div>
        <p className="strong">
          {t.rich('link', { name: <OutsideText>{name ?? t('unnamed')}</OutsideText> })}
        </p>
        <p className="once">
          <code>{link}</code>
          <CopyButton text={link} />
        </p>
      </div>
    </div>
  )
}

type ActProps = {
  onChange: (user: User) => void
  onAgain: (user: User) => void
}

/** What can be done about a user in its state. */
const Act = ({ user, onChange, onAgain }: ActProps & { user: User }) => {
  const t = useTexts(USERS)
  const me = useMe()
  if (!me.may('users.edit')) return null
  const isActive = user.status === 'active'
  return (
    <button
      type="button"
      className="btn plain"
      onClick={() => (isActive ? onChange(user) : onAgain(user))}
    >
      {t(isActive ? 'change' : 'again')}
    </button>
  )
}

const useColumns = ({ onChange, onAgain }: ActProps): readonly Column<User>[] => {
  const t = useTexts(USERS)
  const belongsTo = useOrganisation()
  return [
    {
      id: 'name',
      head: t('name'),
      phone: 'what',
      cell: ({ name }) => <ClippedText>{name ?? t('unnamed')}</ClippedText>,
    },
    {
      id: 'email',
      head: t('email'),
      cell: ({ email }) => <ClippedText>{email ?? ''}</ClippedText>,
    },
    { id: 'role', head: t('role'), phone: 'who', width: '9rem', cell: ({ role }) => t(role) },
    {
      id: 'of',
      head: t('of'),
      width: '9.5rem',
      cell: (user) => <ClippedText>{belongsTo(user)}</ClippedText>,
    },
    {
      id: 'state',
      head: t('state'),
      phone: 'much',
      width: '7.5rem',
      cell: (user) => <UserState user={user} />,
    },
    {
      id: 'seen',
      head: t('seen'),
      phone: 'when',
      width: '8.5rem',
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? null : <Moment at={lastSeenAt} shows="short" />,
    },
    {
      id: 'act',
      head: '',
      phone: 'state',
      width: '8rem',
      cell: (user) => <Act user={user} onChange={onChange} onAgain={onAgain} />,
    },
  ]
}
