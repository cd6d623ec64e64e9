import type { OwnSession, SessionRecord } from '../../people.ts'
import type { InvitationRecord } from '../../invitations.ts'
import type { InvitedUser, UserRecord } from '../../users.ts'

export const ownSession: OwnSession = {
  userId: 'usr_12',
  sessionId: 'ses_41',
  name: 'Amina Haddad',
  email: 'amina@ecole.example',
  language: 'fr',
  side: 'partner',
  role: 'viewer',
  permissions: [
    'payments.view',
    'references.view',
    'partners.view',
    'events.view',
    'statements.view',
  ],
  partnerId: 'prt_1001',
  partnerName: 'École El Amel',
  method: 'passkey',
  steppedUpUntil: null,
  expiresAt: '2026-03-01T20:00:00.000Z',
}

export const sessionRecord: SessionRecord = {
  sessionId: 'ses_41',
  isThisOne: true,
  method: 'passkey',
  createdAt: '2026-03-01T08:00:00.000Z',
  lastSeenAt: '2026-03-01T09:30:00.000Z',
  expiresAt: '2026-03-01T20:00:00.000Z',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '192.0.2.10',
}

export const INVITATION_TOKEN = 'kq3mXo0nF9R7o6hYc2PzqV8JtW1sLxG5bD4eA0uNvTQ'

export const invitation: InvitationRecord = {
  name: 'Amina Haddad',
  email: 'amina@ecole.example',
  language: 'fr',
  side: 'partner',
  role: 'viewer',
  organisation: 'École El Amel',
  invitedBy: 'Yacine Belkacem',
  expiresAt: '2026-03-06T10:00:00.000Z',
}

export const userRecord: UserRecord = {
  userId: 'usr_12',
  side: 'partner',
  partnerId: 'prt_1001',
  name: 'Amina Haddad',
  email: 'amina@ecole.example',
  role: 'viewer',
  status: 'active',
  createdAt: '2026-02-27T10:00:00.000Z',
  lastSeenAt: '2026-03-01T09:30:00.000Z',
  invitationExpiresAt: null,
  isLocked: false,
  wrongTries: 0,
}

export const invitedUser: InvitedUser = {
  ...userRecord,
  status: 'invited',
  lastSeenAt: null,
  invitationExpiresAt: '2026-03-06T10:00:00.000Z',
  link: `https://pay.example/account/invitation#${INVITATION_TOKEN}`,
}
