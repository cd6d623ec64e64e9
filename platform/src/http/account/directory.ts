import type { FastifyRequest } from 'fastify'
import { wallClock } from '../../base/chance.ts'
import { createAddressPolicy } from '../../base/outbound/address-policy.ts'
import { admitPerson } from '../../parties/directories/admit-person.ts'
import { discover } from '../../parties/directories/discover.ts'
import { directoryNumber, personOf } from '../../parties/directories/directory.ts'
import { flowOf, startFlow, takeFlow } from '../../parties/directories/flow.ts'
import { createGuardedFetch } from '../../parties/directories/guarded-fetch.ts'
import { claimsOf, PROVED_SECONDS, signInPage } from '../../parties/directories/openid.ts'
import type { Confirmed, DirectoryClient } from '../../parties/directories/openid.ts'
import { openDirectory } from '../../parties/directories/read.ts'
import { directoryPage } from '../bodies/directory.ts'
import { Answered, type Refuse } from '../server/routes.ts'
import { directoryCookie, flowSecretOf } from './directory-cookie.ts'
import {
  answerSignedIn,
  tryFromOwnPage,
  type SignInDeps,
  type SignInHandlers,
} from './signing-in.ts'

type NotAnswered = 'DIRECTORY404_NOT_FOUND' | 'DIRECTORY502_NO_ANSWER'

/** Through the directory of a company, by OpenID Connect (W277). */
export const directorySignIn = (deps: SignInDeps): SignInHandlers<'directory'> => {
  const { db, publicOrigin, ownOrigins } = deps
  return {
    startDirectorySignIn: ({ body: { organisation, again }, request }, refuse) =>
      tryFromOwnPage(deps, request, async () => {
        const client = await clientOf(deps, organisation, refuse)
        const { issuer } = client.directory
        const secret = await startFlow(db.pool, { organisation, issuer, again })
        const redirectUri = directoryPage(publicOrigin())
        const url = await signInPage(client, flowOf(secret), { redirectUri, again })
        const cookie = directoryCookie(ownOrigins(), secret)
        return new Answered(200, 'application/json', { url }, { 'set-cookie': cookie })
      }),

    signInByDirectory: ({ body: { callback }, request }, refuse) =>
      tryFromOwnPage(deps, request, async () => {
        const secret = flowSecretOf(request, ownOrigins())
        const begun = secret === null ? null : await takeFlow(db.pool, secret)
        if (secret === null || begun === null) throw refuse('DIRECTORY401_NOT_CONFIRMED')
        const { organisation, issuer, again } = begun
        const client = await clientOf(deps, organisation, refuse)
        if (client.directory.issuer !== issuer) throw refuse('DIRECTORY401_NOT_CONFIRMED')
        const url = new URL(`${directoryPage(publicOrigin())}${callback}`)
        const confirmed = await claimsOf(client, flowOf(secret), { callback: url, again }).catch(
          (error: unknown) => {
            noteRefused(request, error)
            const isAway = client.guarded.failure() !== null
            throw refuse(isAway ? 'DIRECTORY502_NO_ANSWER' : 'DIRECTORY401_NOT_CONFIRMED')
          },
        )
        const person = personOf(confirmed.claims, client.directory.groupsClaim)
        if (person === null) throw refuse('DIRECTORY401_NOT_CONFIRMED')
        const admitted = await admitPerson(db.pool, client.directory, person, request.id)
        if (!admitted.ok) throw refuse(admitted.code)
        const proof = {
          userId: admitted.userId,
          method: 'directory',
          steppedUpSeconds: steppedUpSecondsOf(confirmed),
        } as const
        return answerSignedIn(deps, request, proof, 'DIRECTORY401_NOT_CONFIRMED')
      }),
  }
}

/** The directory of an organisation, as it describes itself now. */
const clientOf = async (
  { db, keyring, send, allowPrivateTargets }: SignInDeps,
  organisation: string,
  refuse: Refuse<NotAnswered>,
): Promise<DirectoryClient> => {
  const partnerId = directoryNumber(organisation)
  const opened = partnerId === null ? null : await openDirectory(db.pool, keyring, partnerId)
  if (partnerId === null || opened === null) throw refuse('DIRECTORY404_NOT_FOUND')
  const guarded = createGuardedFetch(send, partnerId)
  const policy = createAddressPolicy({ allowPrivateTargets })
  const discovered = await discover(guarded, opened.directory.issuer, policy)
  if (!discovered.ok) throw refuse('DIRECTORY502_NO_ANSWER')
  return { ...opened, document: discovered.document, guarded }
}

/** For the operator alone: what the library says names no secret and no person. */
const noteRefused = ({ log }: FastifyRequest, error: unknown): void => {
  const { message = 'no message', code } = error as { message?: string; code?: string }
  log.info(`a sign-in through a directory was refused: ${message}${code ? ` (${code})` : ''}`)
}

/** The rest of the ten minutes since the person showed the password; 0 when it was not asked for. */
const steppedUpSecondsOf = ({ provedAtSeconds }: Confirmed): number => {
  if (provedAtSeconds === null) return 0
  const left = provedAtSeconds + PROVED_SECONDS - wallClock().getTime() / 1000
  return Math.max(0, Math.min(PROVED_SECONDS, Math.floor(left)))
}
