import type { DirectorySettings, SetDirectory } from '@wasl/protocol'
import type pg from 'pg'
import type { Actor } from '../../base/audit/append.ts'
import type { AddressPolicy } from '../../base/outbound/address-policy.ts'
import type { Send } from '../../base/outbound/outbound-types.ts'
import type { Keyring } from '../../base/secrets/seal.ts'
import { discover } from '../../parties/directories/discover.ts'
import { organisationId } from '../../parties/directories/directory.ts'
import { createGuardedFetch } from '../../parties/directories/guarded-fetch.ts'
import { readDirectory, type StoredDirectory } from '../../parties/directories/read.ts'
import { removeDirectory, setDirectory } from '../../parties/directories/set.ts'
import type { Refuse } from '../server/routes.ts'

export type DirectoryDeps = {
  pool: pg.Pool
  keyring: Keyring
  send: Send
  addressPolicy: AddressPolicy
  publicOrigin: () => string
}

/** The page to which a directory leads the browser back. */
export const directoryPage = (origin: string): string => `${origin}/account/directory`

/** The settings of the directory of an organisation. */
export const readSettings = async (
  deps: DirectoryDeps,
  partnerId: number,
): Promise<DirectorySettings> =>
  settingsOf(deps, partnerId, await readDirectory(deps.pool, partnerId))

/** Stores them when the directory answers as itself. */
export const setSettings = async (
  deps: DirectoryDeps,
  partnerId: number,
  { clientSecret, ...wanted }: SetDirectory,
  by: Actor,
  refuse: Refuse<'VALIDATION400'>,
): Promise<DirectorySettings> => {
  const { pool, keyring, send, addressPolicy } = deps
  const { issuer, clientId } = wanted
  const before = await readDirectory(pool, partnerId)
  const isSame = before?.issuer === issuer && before.clientId === clientId
  if (clientSecret === undefined && !isSame) throw refuse('VALIDATION400', { details: [NO_SECRET] })
  const found = await discover(createGuardedFetch(send, partnerId), issuer, addressPolicy)
  if (!found.ok) {
    throw refuse('VALIDATION400', { details: [{ path: 'issuer', message: found.message }] })
  }
  const directory = { partnerId, ...wanted, clientSecret: clientSecret ?? null }
  return settingsOf(deps, partnerId, await setDirectory(pool, keyring, directory, by))
}

export const removeSettings = async (
  deps: DirectoryDeps,
  partnerId: number,
  by: Actor,
  refuse: Refuse<'DIRECTORY404_NOT_FOUND'>,
): Promise<DirectorySettings> => {
  if (!(await removeDirectory(deps.pool, partnerId, by))) throw refuse('DIRECTORY404_NOT_FOUND')
  return settingsOf(deps, partnerId, null)
}

const NO_SECRET = {
  path: 'clientSecret',
  message: 'expected the secret of this client: none is stored for this issuer and client',
}

const settingsOf = (
  { publicOrigin }: DirectoryDeps,
  partnerId: number,
  directory: StoredDirectory | null,
): DirectorySettings => ({
  directory: directory && {
    issuer: directory.issuer,
    clientId: directory.clientId,
    groupsClaim: directory.groupsClaim,
    roles: [...directory.roles],
    changedAt: directory.changedAt.toISOString(),
    changedBy: directory.changedBy,
  },
  redirectUri: directoryPage(publicOrigin()),
  signInUrl: `${publicOrigin()}/account/sign-in?organisation=${organisationId(partnerId)}`,
})
