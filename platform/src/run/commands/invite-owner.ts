/**
 * Prints a link by which one more owner of the operator joins, for the day when every owner lost what
 * they sign in with:
 *
 *   npm run platform:invite-owner
 *
 * The platform may go on running. The audit log names the command.
 */
import { inviteOwner } from '../../parties/people/invite-owner.ts'
import { invitationLink } from '../../parties/people/invitation.ts'
import { BY_COMMAND, expectNoArgument, onDatabase, reportFailure } from './run-command.ts'

const main = async (): Promise<void> => {
  expectNoArgument()
  await onDatabase('invite owner', async ({ config, db }) => {
    const token = await inviteOwner(db.pool, BY_COMMAND)
    const origin = config.publicUrl ?? `http://localhost:${config.port}`
    process.stdout.write(
      `Open this link within 7 days; it works once:\n\n  ${invitationLink(origin, token)}\n`,
    )
  })
}

main().catch(reportFailure('No owner was invited'))
