/** What the operations about a company's directory share (W277). */
import { directorySettings, type DirectorySettings } from '../directories.ts'

export const DIRECTORY_EXAMPLE = {
  issuer: 'https://login.ecole.example/realms/staff',
  clientId: 'wasl',
  groupsClaim: 'groups',
  roles: [
    { group: 'accounting', role: 'finance' },
    { group: 'staff', role: 'viewer' },
  ],
} as const

const settings: DirectorySettings = {
  directory: {
    ...DIRECTORY_EXAMPLE,
    roles: [...DIRECTORY_EXAMPLE.roles],
    changedAt: '2026-03-01T10:00:00.000Z',
    changedBy: 'Amina Haddad',
  },
  redirectUri: 'https://pay.example/account/directory',
  signInUrl: 'https://pay.example/account/sign-in?organisation=prt_1001',
}

export const DIRECTORY = {
  description: 'The directory, and what its administrator needs.',
  schema: directorySettings,
  examples: { directory: settings },
} as const

export const DIRECTORY_TEXTS = {
  read: 'Where the people of the organisation sign in, without the client secret.',
  set:
    'From then on the people of these groups sign in there. The platform reads the discovery document of the ' +
    'issuer before it stores anything. The other owners are told. Another issuer closes the accounts of ' +
    'people of the one before.',
  remove:
    'Nobody signs in there any more, the accounts of its people are closed and their sessions end. The other ' +
    'owners are told. Invite those who stay. Send no body.',
} as const
