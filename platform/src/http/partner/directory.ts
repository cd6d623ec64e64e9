import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import { createAddressPolicy } from '../../base/outbound/address-policy.ts'
import type { Send } from '../../base/outbound/outbound-types.ts'
import type { Keyring } from '../../base/secrets/seal.ts'
import {
  readSettings,
  removeSettings,
  setSettings,
  type DirectoryDeps,
} from '../bodies/directory.ts'
import { addRoutes, type Handlers } from '../server/routes.ts'
import { forEvents, type EventsCaller, type PartnerKeys } from './partner.ts'

export type PartnerDirectoryDeps = PartnerKeys & {
  keyring: Keyring
  send: Send
  config: { allowPrivateTargets: boolean }
  publicOrigin: () => string
}

const { directory: table } = OPERATIONS.partner

/** Where a partner's people sign in (W277). */
export const partnerDirectory = (app: FastifyInstance, deps: PartnerDirectoryDeps): void => {
  const { db, keyring, send, publicOrigin, config } = deps
  const addressPolicy = createAddressPolicy({ allowPrivateTargets: config.allowPrivateTargets })
  const directory = { pool: db.pool, keyring, send, addressPolicy, publicOrigin }
  forEvents(app, deps, (scope, options) => addRoutes(scope, table, handlersOf(directory), options))
}

const handlersOf = (deps: DirectoryDeps): Handlers<typeof table, EventsCaller> => ({
  readPartnerDirectory: ({ caller: { partnerId } }) => readSettings(deps, partnerId),
  setPartnerDirectory: ({ body, caller: { partnerId, actor } }, refuse) =>
    setSettings(deps, partnerId, body, actor, refuse),
  removePartnerDirectory: ({ caller: { partnerId, actor } }, refuse) =>
    removeSettings(deps, partnerId, actor, refuse),
})
