import type { InvitationRecord } from '@wasl/protocol'
import {
  checkFirstCredentials,
  storeFirstCredentials,
  type CheckedCredentials,
} from '../../parties/credentials/first-credentials.ts'
import { optionsToEnrol } from '../../parties/credentials/passkey-options.ts'
import { relyingPartyOf } from '../../parties/credentials/relying-party.ts'
import { startTotp } from '../../parties/credentials/set-totp.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import {
  findInvitation,
  useInvitation,
  type Accepted,
  type Invitation,
  type Joining,
} from '../../parties/people/accept-invitation.ts'
import { readPartnerElsewhere } from '../../parties/people/read-partner-elsewhere.ts'
import { hashOfToken } from '../../parties/people/session.ts'
import { userWireId } from '../../base/wire-ids.ts'
import { Answered, type Refuse } from '../server/routes.ts'
import { refusedTry } from './refused-try.ts'
import {
  answerSignedIn,
  expectDomain,
  tryFromOwnPage,
  type SignInDeps,
  type SignInHandlers,
} from './signing-in.ts'

/** Whose challenges these are: of the link, because nobody has signed in. */
const subjectOf = (token: string): string => `invitation ${hashOfToken(token).toString('hex')}`

/** Joining by a link (D29). */
export const invitations = (deps: SignInDeps): SignInHandlers<'invitations'> => {
  const { db, publicOrigin } = deps
  return {
    readInvitation: ({ body: { token }, request }, refuse) =>
      tryFromOwnPage(deps, request, async () => {
        const invitation = await expectInvitation(deps, token, refuse)
        const { partnerId, organisation } = invitation
        if (partnerId === null || organisation !== null) return invitationBody(invitation)
        const partner = await readPartnerElsewhere(deps.databaseOf, partnerId)
        return invitationBody({ ...invitation, organisation: partner?.name ?? null })
      }),

    startInvitedPasskey: ({ body: { token, name, email }, request }, refuse) =>
      tryFromOwnPage(deps, request, async () => {
        const invitation = await expectInvitation(deps, token, refuse)
        const account = {
          handle: userWireId(invitation.userId),
          ...selfOf(invitation, { name, email }, refuse),
        }
        const whose = { subject: subjectOf(token), userId: null }
        const options = await optionsToEnrol(db.pool, expectDomain(publicOrigin), account, whose)
        return { options: { ...options } }
      }),

    startInvitedTotp: ({ body: { token, name, email }, request }, refuse) =>
      tryFromOwnPage(deps, request, async () => {
        const self = selfOf(await expectInvitation(deps, token, refuse), { name, email }, refuse)
        return startTotp(db.pool, subjectOf(token), self.email ?? self.name)
      }),

    acceptInvitation: ({ body, request }, refuse) =>
      tryFromOwnPage(deps, request, async () => {
        const { token, credentials, language = null } = body
        const invitation = await expectInvitation(deps, token, refuse)
        const self = selfOf(invitation, body, refuse)
        if (credentials.password !== undefined && self.email === null) {
          const message = 'expected an e-mail address, with which the password signs in'
          throw refuse('VALIDATION400', { details: [{ path: 'email', message }] })
        }
        const relyingParty = relyingPartyOf(publicOrigin())
        const whose = { subject: subjectOf(token), ...self }
        const checking = { pool: db.pool, relyingParty }
        const checked = await checkFirstCredentials(checking, whose, credentials)
        if (!checked.ok) throw await refusedTry(deps, request, checked)
        const joining = { ...self, language, requestId: request.id }
        const joined = await join(deps, token, joining, checked.credentials)
        if (!joined.ok) throw refuse(joined.code)
        const method = checked.credentials.kind
        const proof = { userId: joined.userId, method }
        const { body: who, headers } = await answerSignedIn(
          deps,
          request,
          proof,
          'INVITATION404_NOT_FOUND',
        )
        const { recoveryCodes } = joined
        return new Answered(200, 'application/json', { ...who, recoveryCodes }, headers)
      }),
  }
}

const expectInvitation = async (
  { db }: SignInDeps,
  token: string,
  refuse: Refuse<'INVITATION404_NOT_FOUND'>,
): Promise<Invitation> => {
  const invitation = await findInvitation(db.pool, token)
  if (invitation === null) throw refuse('INVITATION404_NOT_FOUND')
  return invitation
}

/** What the invitation says counts; where it says nothing, what the user says. */
const selfOf = (
  invitation: Invitation,
  said: { name?: string | undefined; email?: string | undefined },
  refuse: Refuse<'VALIDATION400'>,
): { name: string; email: string | null } => {
  const name = invitation.name ?? said.name
  if (name === undefined) {
    const message = 'expected your name, because the invitation names nobody'
    throw refuse('VALIDATION400', { details: [{ path: 'name', message }] })
  }
  return { name, email: invitation.email ?? said.email ?? null }
}

type Joined =
  | { ok: true; userId: number; recoveryCodes: string[] }
  | Extract<Accepted, { ok: false }>

/** One transaction, so that a link is not used up without credentials, nor the reverse. */
const join = (
  { db, keyring }: SignInDeps,
  token: string,
  joining: Joining,
  credentials: CheckedCredentials,
): Promise<Joined> =>
  withTransaction(db.pool, async (tx) => {
    const accepted = await useInvitation(tx, token, joining)
    if (!accepted.ok) return accepted
    const { userId, partnerId, name } = accepted
    const actor = { id: userWireId(userId), name, requestId: joining.requestId }
    const owner = { userId, partnerId, actor }
    const recoveryCodes = await storeFirstCredentials(tx, keyring, owner, credentials)
    return { ok: true, userId, recoveryCodes }
  })

const invitationBody = ({ expiresAt, ...invitation }: Invitation): InvitationRecord => ({
  name: invitation.name,
  email: invitation.email,
  language: invitation.language,
  side: invitation.side,
  role: invitation.role,
  organisation: invitation.organisation,
  invitedBy: invitation.invitedBy,
  expiresAt: expiresAt.toISOString(),
})
