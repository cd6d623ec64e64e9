/** `wasl mcp`: the tools, as a server of the Model Context Protocol on standard input and output. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Context } from '../context.ts'
import { devDirectory } from '../dev/home.ts'
import { Problem } from '../problem.ts'
import { versionText } from '../version.ts'
import { CHECK_TOOLS } from './checks.ts'

import { explainError } from './explain-error.ts'
import { explainSignature } from './explain-signature.ts'
import { REFERENCE_TOOLS } from './references.ts'
import { searchDocuments } from './search-documents.ts'
import type { Place, Tool } from './tool.ts'

const TOOLS: readonly Tool[] = [
  searchDocuments,
  explainError,
  explainSignature,
  ...REFERENCE_TOOLS,
  ...CHECK_TOOLS,
]

const INSTRUCTIONS =
  'Tools for the developer of a Wasl partner. They talk only to the platform that "wasl dev" runs on ' +
  'this machine, and to a server of the developer on this machine; any other address is refused. ' +
  'Payments here are tests: no money moves. Search the documents before you explain an interface.'

export const serveMcp = async (context: Context, dataDir: string | undefined): Promise<void> => {
  const { terminal } = context
  const place: Place = { context, directory: devDirectory(context.environment, dataDir) }
  const server = new McpServer(
    { name: 'wasl', title: 'Wasl for partner developers', version: versionText() },
    { instructions: INSTRUCTIONS },
  )
  for (const tool of TOOLS) addTool(server, place, tool)
  // It ends when the assistant closes its input.
  await server.connect(new StdioServerTransport(terminal.stdin, terminal.stdout))
  terminal.say('wasl mcp: talks only to the wasl dev and the server of this machine.')
}

const addTool = (server: McpServer, place: Place, tool: Tool): void => {
  const { name, title, description, input, hints, run } = tool
  const annotations = { title, ...hints, openWorldHint: false }
  server.registerTool(
    name,
    { title, description, inputSchema: input, annotations },
    async (given: unknown, { signal }: { signal: AbortSignal }): Promise<CallToolResult> => {
      const { called } = place.context.terminal
      try {
        return { content: [{ type: 'text', text: called(await run(place, given, signal)) }] }
      } catch (error) {
        const text =
          error instanceof Problem ? textOf(error) : `A bug in wasl mcp: ${String(error)}`
        return { content: [{ type: 'text', text: called(text) }], isError: true }
      }
    },
  )
}

const textOf = ({ message, remedies }: Problem): string => [message, ...remedies].join('\n')
