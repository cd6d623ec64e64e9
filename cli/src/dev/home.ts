/** The files of `wasl dev`: its state, and how another terminal finds the running one. */
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ChannelKind } from '@wasl/protocol'
import type { Environment } from '../environment.ts'
import { usage } from '../problem.ts'

export type DevChannel = { channelId: string; apiKey: string }

export type DevPartner = {
  partnerId: string
  apiKey: string
  apiSecret: string
  hmacSecret: string
}

/** The file `dev.json`, which only its owner can read. */
export type DevState = {
  operatorKey: string
  apiUrl?: string
  /** Null: it follows from the API URL (D12). */
  webhookUrl?: string | null
  port?: number
  partner?: DevPartner
  channels: Partial<Record<ChannelKind, DevChannel>>
}

/** The file `running.json`, which exists while it runs. */
export type Running = { pid: number; platformUrl: string; controlUrl: string; token: string }

const ROOT = join(import.meta.dirname, '../../..')

/** The folder of its data: from the option, the environment, or `.wasl/dev` of the repository. */
export const devDirectory = (environment: Environment, given?: string): string =>
  resolve(given ?? environment['WASL_DEV_DIR'] ?? join(ROOT, '.wasl/dev'))

export const newState = (): DevState => ({
  operatorKey: `wasl_operator_${randomBytes(32).toString('base64url')}`,
  channels: {},
})

/**
 * The state of an earlier run, or a new one that is written at once. Two first runs at the same moment
 * get the same keys, whichever of them will have the database.
 *
 * @throws Problem when the folder cannot be written to, or its file has another format.
 */
export const openState = (directory: string): DevState => {
  const made = newState()
  const path = join(directory, 'dev.json')
  if (!existsSync(path)) {
    inFolder(directory, () => {
      const draft = writeDraft(path, made)
      try {
        linkSync(draft, path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      } finally {
        rmSync(draft)
      }
    })
  }
  return readState(directory) ?? made
}

/** The state of an earlier run; null without an earlier run. */
export const readState = (directory: string): DevState | null =>
  readJsonFile<DevState>(join(directory, 'dev.json'), ({ operatorKey, channels }) =>
    typeof operatorKey === 'string' && typeof channels === 'object'
      ? null
      : 'it has another format',
  )

export const writeState = (directory: string, state: DevState): void =>
  writePrivately(join(directory, 'dev.json'), state)

export const readRunning = (directory: string): Running | null =>
  readJsonFile<Running>(join(directory, 'running.json'), ({ controlUrl, token }) =>
    typeof controlUrl === 'string' && typeof token === 'string' ? null : 'it has another format',
  )

export const writeRunning = (directory: string, running: Running): void =>
  writePrivately(join(directory, 'running.json'), running)

export const removeRunning = (directory: string): void =>
  rmSync(join(directory, 'running.json'), { force: true })

const readJsonFile = <Contents>(
  path: string,
  problemOf: (contents: Contents) => string | null,
): Contents | null => {
  if (!existsSync(path)) return null
  let problem: string | null
  try {
    const contents = JSON.parse(readFileSync(path, 'utf8')) as Contents
    problem = problemOf(contents)
    if (problem === null) return contents
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error)
  }
  throw usage(`${path} cannot be used: ${problem}.`, 'Remove it to start with new keys.')
}

/**
 * Writes a draft and renames it, so that a crash leaves the old file or the new one.
 *
 * @throws Problem when the folder cannot be written to.
 */
const writePrivately = (path: string, contents: unknown): void =>
  inFolder(dirname(path), () => renameSync(writeDraft(path, contents), path))

/** Under a name of its own, because another run may write the same file. */
const writeDraft = (path: string, contents: unknown): string => {
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`
  writeFileSync(draft, `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600 })
  return draft
}

/** @throws Problem with what to do about it, when the folder cannot be made or used. */
export const inFolder = (folder: string, work: (folder: string) => void): void => {
  try {
    work(folder)
  } catch (error) {
    throw usage(
      `The folder ${folder} cannot be made or used: ${(error as Error).message}`,
      'Give another one with --data-dir, or set WASL_DEV_DIR.',
    )
  }
}
