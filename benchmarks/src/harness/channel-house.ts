import { nextMessage, startProgram } from './child.ts'
import { startPlatform, type Platform } from './platform.ts'
import type { BenchDatabase } from './postgres.ts'
import type { Bench } from '../scenario.ts'
import { createCalledPartners, createChannel, type SeededChannel } from '../seed/called.ts'

/** More payments than anything opens in a second here. Keeps the numbers of the runs apart. */
const RATE_MAX = 20_000

/** A platform with a channel, and with partners that answer at once. */
export type ChannelHouse = {
  bench: Bench
  database: BenchDatabase
  platform: Platform
  channel: SeededChannel
  partners: number[]
  /** The origin of the partners' endpoints. */
  sink: string
  /** How many payment numbers one run may use. */
  slice: number
  /** The first payment number of the next run. */
  nextSlice: () => number
  close: () => Promise<void>
}

export const openChannelHouse = async (
  bench: Bench,
  name: string,
  partnerCount: number,
): Promise<ChannelHouse> => {
  const { cleanup, postgres, profileTo, seconds } = bench
  const database = await postgres.createMigrated(name)
  const sinkProgram = startProgram(cleanup, 'sink', { delayMs: 0 })
  const { port } = await nextMessage<{ port: number }>(sinkProgram)
  const sink = `http://127.0.0.1:${port}`
  const platform = await startPlatform(cleanup, { databaseUrl: database.url, profileTo })
  const channel = await createChannel(platform)
  const partners = await createCalledPartners(platform, partnerCount, sink)
  const slice = RATE_MAX * seconds
  let used = 0
  return {
    bench,
    database,
    platform,
    channel,
    partners: partners.map(({ id }) => id),
    sink,
    slice,
    nextSlice: () => slice * used++,
    async close() {
      await platform.stop()
      await sinkProgram.stop()
      await database.drop()
    },
  }
}
