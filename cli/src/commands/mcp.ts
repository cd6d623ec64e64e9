import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { EXIT_HELP } from '../exit-codes.ts'

export const addMcp = (program: Command, context: Context): void => {
  program
    .command('mcp')
    .description("let a developer's assistant use the documents, the doctor and wasl dev (MCP)")
    .option('--data-dir <folder>', 'where wasl dev keeps its data')
    .addHelpText('after', `${HELP}\n${EXIT_HELP}`)
    .action(async ({ dataDir }: { dataDir?: string }) => {
      // The SDK is large: other commands do not load it.
      const { serveMcp } = await import('../mcp/serve.ts')
      await serveMcp(context, dataDir)
    })
}

const HELP = `
A server of the Model Context Protocol on the standard input and output. Your assistant starts it:
it is not typed by hand. It talks only to the wasl dev of this machine, and to a server of yours on
this machine; it refuses any other address. It never shows a secret.

Example, in the settings of an assistant:
  { "mcpServers": { "wasl": { "command": "npx",
      "args": ["--no-install", "wasl", "mcp"], "cwd": "/path/to/this/repository" } } }`
