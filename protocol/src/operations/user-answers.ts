/** What the users' operations of all sides share. */
import { listOf } from '../lists.ts'
import { named } from '../named.ts'
import { endedSessions } from '../people.ts'
import { invitedUser, userRecord } from '../users.ts'
import * as examples from './examples/people.ts'
import { onePage } from './list-answer.ts'

const userList = listOf(userRecord)

named({ UserList: userList })

export const USER_PAGE = onePage(userList, examples.userRecord)

export const INVITED = {
  status: 201,
  description: 'The user, who joins by the link.',
  schema: invitedUser,
  examples: { invited: examples.invitedUser },
} as const

export const INVITED_AGAIN = {
  description: 'The user with a new link. The old one no longer works.',
  schema: invitedUser,
  examples: { invited: examples.invitedUser },
} as const

export const CHANGED = {
  description: 'The user as changed.',
  schema: userRecord,
  examples: { changed: examples.userRecord },
} as const

export const ENDED = {
  description: 'How many sessions ended.',
  schema: endedSessions,
  examples: { ended: { count: 2 } },
} as const

export const TEXTS = {
  list: 'Ordered by id, with those who have not joined yet and those who are disabled.',
  invite:
    'Give the link to the user and to nobody else: who opens it first becomes this user. It works once, ' +
    'for 7 days.',
  change:
    'A role counts at the user’s next request, and a disabled user is signed out everywhere. The last ' +
    'active owner keeps the role. Send the fields that change.',
  again:
    'For a user whose link was lost, who lost what they sign in with, or who was disabled. What the ' +
    'user signed in with before is removed when the link is used. Send no body.',
  end: 'Signs the user out everywhere. Send no body.',
  endAll:
    'For the day when sessions may have been stolen. Every session ends at its next request; the session ' +
    'that asks stays. Credentials, devices and keys stay too. Those who were signed out, and the owners of ' +
    'their organisation, are told who did it.',
} as const
