import { Command } from 'commander'
import { addCertify } from './commands/certify.ts'
import { addCompletion } from './commands/completion.ts'
import { addDev } from './commands/dev.ts'
import { addHomes } from './commands/homes.ts'
import { addMcp } from './commands/mcp.ts'
import { addQr } from './commands/qr.ts'
import { addReceipt } from './commands/receipt.ts'
import { addSign } from './commands/sign.ts'
import { addStatement } from './commands/statement.ts'
import { addStatus } from './commands/status.ts'
import { addTrigger } from './commands/trigger.ts'
import { addVerify } from './commands/verify.ts'
import type { Context } from './context.ts'
import { VARIABLES_HELP } from './environment.ts'
import { EXIT_HELP } from './exit-codes.ts'
import { addHelp, narrowHelp, pointToHelp } from './help.ts'
import { versionText } from './version.ts'

/** The whole command line. */
export const createProgram = (context: Context): Command => {
  const { terminal } = context
  const program = new Command(terminal.call)
    .description('Develop, test and certify a partner of a Wasl platform.')
    .version(versionText(), '-V, --version', 'print the version')
    .showSuggestionAfterError()
    .configureHelp(narrowHelp)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(terminal.called(text)),
      writeErr: (text) => void terminal.stderr.write(terminal.called(text)),
      outputError: (text, write) => write(text.replace(/^error:/, terminal.hint.red('error:'))),
    })
    .addHelpText('after', [EXAMPLES, VARIABLES_HELP, EXIT_HELP].join('\n'))
  addDev(program, context)
  addTrigger(program, context)
  addSign(program, context)
  addVerify(program, context)
  addStatus(program, context)
  addQr(program, context)
  addReceipt(program, context)
  addStatement(program, context)
  addCertify(program, context)
  addHomes(program, context)
  addMcp(program, context)
  addCompletion(program, context)
  addHelp(program, 'wasl')
  pointToHelp(program, 'wasl')
  return program
}

const EXAMPLES = `
Examples:
  $ wasl dev --api-url http://localhost:3000/pay      # the platform, here, for your server
  $ wasl trigger payment.success --reference INV-1    # one signed event to your server
  $ wasl verify --request webhook.txt                 # why is this signature wrong?
  $ wasl certify http://localhost:3000/pay            # does your server do everything right?`
