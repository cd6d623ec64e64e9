/** What pgBackRest says of its repositories (W287, W295). */
import { execFile } from 'node:child_process'
import { z } from 'zod'

const statusSchema = z.object({ code: z.int(), message: z.string() })

/** In which repository it is. Before 2.32 there is one alone, without a number. */
const databaseSchema = z.object({ id: z.int(), 'repo-key': z.int().default(1) })

const infoSchema = z.array(
  z.object({
    name: z.string(),
    status: statusSchema,
    repo: z.array(z.object({ key: z.int(), status: statusSchema })).default([]),
    archive: z
      .array(z.object({ id: z.string(), max: z.string().nullable(), database: databaseSchema }))
      .default([]),
    backup: z
      .array(
        z.object({
          label: z.string(),
          /** Whether pages with a wrong checksum are in it. */
          error: z.boolean().nullish(),
          archive: z.object({ start: z.string().nullable(), stop: z.string().nullable() }),
          database: databaseSchema,
          timestamp: z.object({ stop: z.number() }),
        }),
      )
      .default([]),
  }),
)

/** The stanza, the oldest backup first, and the files of the log by repository. */
export type RepositoryInfo = z.output<typeof infoSchema>[number] & { logs: LogsOfRepositories }

/** As `15-1/0000000100000000/000000010000000000000002-…` of each, by the number of the repository. */
export type LogsOfRepositories = ReadonlyMap<number, readonly string[]>

const TIMEOUT_MS = 60_000

/** A year of the log, a file each minute, has 50 MB of names. */
const OUTPUT_BYTES_MAX = 200 * 1024 * 1024

/** @throws Error with one sentence, when pgBackRest cannot be run or does not know the stanza. */
export const readRepository = async (stanza: string): Promise<RepositoryInfo> => {
  const text = await run(stanza, 'info', '--output=json')
  const info = infoSchema.safeParse(asJson(text))
  const found = info.success ? info.data.find(({ name }) => name === stanza) : undefined
  if (found === undefined) {
    throw new Error(
      `pgbackrest info says nothing of the stanza ${stanza}: run pgbackrest --stanza=${stanza} info, and check the ` +
        'name in /etc/pgbackrest.conf',
    )
  }
  const logs = new Map<number, string[]>()
  for (const { key, status } of repositoriesOf(found)) {
    if (status.code === 0) logs.set(key, await listLog(stanza, key))
  }
  return { ...found, logs }
}

export const repositoriesOf = ({
  repo,
  status,
}: Pick<RepositoryInfo, 'repo' | 'status'>): RepositoryInfo['repo'] =>
  repo.length > 0 ? repo : [{ key: 1, status }]

/** `info` knows the first and the last file of the log, and nothing of what is missing between them. */
const listLog = async (stanza: string, key: number): Promise<string[]> => {
  const where = [`archive/${stanza}`, '--recurse', '--filter=[0-9A-F]{24}-', `--repo=${key}`]
  return (await run(stanza, 'repo-ls', ...where)).split('\n')
}

const run = (stanza: string, command: 'info' | 'repo-ls', ...more: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const args = [`--stanza=${stanza}`, command, ...more]
    const limits = { timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES_MAX }
    execFile('pgbackrest', args, limits, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else if (error.code === 'ENOENT') {
        reject(new Error('pgbackrest is not installed on this machine: apt-get install pgbackrest'))
      } else {
        const [line = ''] = (`${stdout}${stderr}`.trim() || error.message).split('\n')
        const call = `pgbackrest --stanza=${stanza} ${command}`
        reject(new Error(`${call} failed: ${line}${adviceOn(line)}`))
      }
    })
  })

const adviceOn = (line: string): string =>
  line.includes('Permission denied')
    ? ' (run this as root or as the user of PostgreSQL, who may read the files of pgBackRest)'
    : '. Run it yourself to see all that it says'

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
