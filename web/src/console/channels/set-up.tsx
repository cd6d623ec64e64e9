import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Badge } from '../../components/badge.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { Scroll } from '../../components/scroll.tsx'
import { UserState } from '../../people/user-state.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import type { User } from '../users/roles.ts'
import { USERS } from '../users/texts.ts'
import type { Channel } from './channel.ts'
import { AddAgent, AddTill, InviteOfChannel, type MadeLink } from './set-up-dialogs.tsx'
import { SET_UP } from './set-up.texts.ts'

type Act = 'invite' | 'addAgent' | 'addTill'

/** What a new channel needs before its agents can sign in: a manager, agents, and tills. */
export const ChannelSetUp = ({ channel }: { channel: Channel }) => {
  const t = useTexts(SET_UP)
  const me = useMe()
  const [act, setAct] = useState<Act | null>(null)
  const [made, setMade] = useState<MadeLink | null>(null)
  const props = { channel, onClose: () => setAct(null), onLink: setMade }
  const { channelId } = channel
  return (
    <>
      <div className="do">
        <ActionButton permission="users.edit" onClick={() => setAct('invite')}>
          {t('invite')}
        </ActionButton>
        <ActionButton permission="channels.edit" isExplained onClick={() => setAct('addAgent')}>
          {t('addAgent')}
        </ActionButton>
        <ActionButton permission="channels.edit" onClick={() => setAct('addTill')}>
          {t('addTill')}
        </ActionButton>
      </div>
      {made !== null && <Shown made={made} />}
      {me.may('audit.view') && <People channelId={channelId} />}
      {me.may('cash.view') && <Tills channelId={channelId} />}
      {act === 'invite' && <InviteOfChannel {...props} />}
      {act === 'addAgent' && <AddAgent {...props} />}
      {act === 'addTill' && <AddTill {...props} />}
    </>
  )
}

/** The link stays on the page until it is left: it is shown only once. */
const Shown = ({ made: { says, name, link } }: { made: MadeLink }) => {
  const t = useTexts(SET_UP)
  return (
    <div className="notice wait" role="status">
      <div>
        <p className="strong">{t.rich(says, { name: <OutsideText>{name}</OutsideText> })}</p>
        <p className="once">
          <code>{link}</code>
          <CopyButton text={link} />
        </p>
      </div>
    </div>
  )
}

const People = ({ channelId }: { channelId: string }) => {
  const t = useTexts(SET_UP)
  const users = useTexts(USERS)
  const keyOf = ({ userId }: User): string => userId
  const list = useList('GET /operator/v1/users', { query: { channelId } }, { keyOf })
  return (
    <Card title={t('people')} isTable={list.rows.length > 0}>
      {list.rows.length === 0 ? (
        <p className="soft">{list.isLoading ? '…' : t('noPeople')}</p>
      ) : (
        <Scroll label={t('people')}>
          <table>
            <thead>
              <tr>
                <th>{t('name')}</th>
                <th>{t('role')}</th>
                <th>{t('state')}</th>
              </tr>
            </thead>
            <tbody>
              {list.rows.map(({ userId, name, email, role, ...rest }) => (
                <tr key={userId}>
                  <th scope="row">
                    <OutsideText>{name ?? users('unnamed')}</OutsideText>
                    {email !== null && (
                      <small className="soft">
                        {' '}
                        <OutsideText>{email}</OutsideText>
                      </small>
                    )}
                  </th>
                  <td>{users(role)}</td>
                  <td>
                    <UserState user={rest} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Card>
  )
}

const Tills = ({ channelId }: { channelId: string }) => {
  const t = useTexts(SET_UP)
  const query = useQuery({
    queryKey: ['channel', channelId, 'devices'],
    queryFn: ({ signal }) =>
      on('GET /operator/v1/channels/{channelId}/devices')({ params: { channelId }, signal }),
    refetchInterval: 5_000,
  })
  return (
    <Loaded query={query}>
      {({ items }) => (
        <Card title={t('tills')} isTable={items.length > 0}>
          {items.length === 0 ? (
            <p className="soft">{t('noTills')}</p>
          ) : (
            <Scroll label={t('tills')}>
              <table>
                <thead>
                  <tr>
                    <th>{t('name')}</th>
                    <th>{t('enrolledBy')}</th>
                    <th>{t('since')}</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map(({ deviceId, name, enrolledBy, enrolledAt, revokedAt }) => (
                    <tr key={deviceId}>
                      <th scope="row">
                        <OutsideText>{name}</OutsideText>{' '}
                        {revokedAt !== null && <Badge kind="rest">{t('revoked')}</Badge>}
                      </th>
                      <td>
                        <OutsideText>{enrolledBy}</OutsideText>
                      </td>
                      <td>
                        <Moment at={enrolledAt} shows="day" />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          )}
        </Card>
      )}
    </Loaded>
  )
}
