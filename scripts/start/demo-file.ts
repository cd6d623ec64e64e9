import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ChannelKind } from '@wasl/protocol'
import { makeApiKey } from '../../platform/src/keys/api-key.ts'

/** What the demonstration remembers from run to run: who takes part, and their keys. */
export type Demo = {
  operatorKey: string
  /** Its shared secrets are not kept: every run gives it new ones. */
  partner?: { partnerId: string; apiKey: string; port: number }
  channels: Partial<Record<ChannelKind, DemoChannel>>
}

export type DemoChannel = { channelId: string; apiKey: string }

/**
 * What an earlier run kept, or a new beginning.
 *
 * @throws Error when the file holds something else.
 */
export const readDemoFile = (path: string): Demo => {
  if (!existsSync(path)) return { operatorKey: makeApiKey({ kind: 'operator' }), channels: {} }
  try {
    const { operatorKey, partner, channels } = JSON.parse(readFileSync(path, 'utf8')) as Demo
    if (typeof operatorKey !== 'string') throw new Error('it has no operatorKey')
    return { operatorKey, ...(partner && { partner }), channels: channels ?? {} }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${path} cannot be read: ${reason}. Remove it to begin with new keys.`, {
      cause: error,
    })
  }
}

/** Written whole beside its place first, so that a crash leaves the old file or the new one. */
export const writeDemoFile = (path: string, demo: Demo): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o711 })
  writeFileSync(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
