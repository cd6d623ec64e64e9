/** `wasl mcp` as an assistant uses it: a process of its own, driven by the client of the SDK. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { programFor } from '../../../platform/test/support/program.ts'
import { MAIN, ROOT } from './wasl.ts'

export type Assistant = {
  client: Client
  /** The text of the answer; rejects with it when the tool refused. */
  ask(name: string, given?: Record<string, unknown>): Promise<string>
  refusal(name: string, given?: Record<string, unknown>): Promise<string>
}

/** @param env the whole environment besides PATH. */
export const startAssistant = async (env: Record<string, string>): Promise<Assistant> => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [programFor(MAIN), 'mcp'],
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
        ...env,
      },
      cwd: ROOT,
      stderr: 'ignore',
    }),
  )
  const call = async (name: string, given: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: given })
    const [first] = content as { type: string; text: string }[]
    return { text: first?.text ?? '', isError: isError === true }
  }
  return {
    client,
    async ask(name, given = {}) {
      const { text, isError } = await call(name, given)
      if (isError) throw new Error(text)
      return text
    },
    async refusal(name, given = {}) {
      const { text, isError } = await call(name, given)
      if (!isError) throw new Error(`expected a refusal, received: ${text}`)
      return text
    },
  }
}
