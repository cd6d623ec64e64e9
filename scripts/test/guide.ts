/** A guide, in English, with the blocks that its readers copy. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

export type Block = { language: string; code: string }

export const blocksOf = (page: string): Block[] =>
  Array.from(page.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, language = '', code = '']) => ({
    language,
    code,
  }))

export const guide = (name: string) => {
  const text = readFileSync(join(ROOT, 'docs/guides', name), 'utf8')
  const blocks = blocksOf(text)
  return {
    text,
    blocks,
    /** The one block of this language that holds this. */
    block(language: string, words: string): string {
      const found = blocks.filter((one) => one.language === language && one.code.includes(words))
      if (found.length !== 1) {
        throw new Error(
          `${name}: expected one block of ${language} with "${words}", not ${found.length}.`,
        )
      }
      return found[0]?.code ?? ''
    },
  }
}

/** The commands with more time for each answer than their reader's machine needs. */
const patiently = (commands: string): string =>
  commands.replaceAll('wasl certify', 'wasl certify --timeout 120')

export type Ran = { status: number | null; stdout: string; stderr: string }

/** Runs commands as a reader would, in the repository, with the project's own Node.js. */
export const runCommands = async (
  commands: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> => {
  const child = spawn('bash', ['-ec', patiently(commands)], {
    cwd: ROOT,
    env: {
      ...process.env,
      NO_COLOR: '1',
      PATH: [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, stdout, stderr }
}
