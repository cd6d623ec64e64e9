/** What pgBackRest says of its repository (W287). */
import { execFile } from 'node:child_process'
import { z } from 'zod'
import { minutesBetween, ok, problem, type Finding } from './archive.ts'

const infoSchema = z.array(
  z.object({
    name: z.string(),
    status: z.object({ code: z.int(), message: z.string() }),
    archive: z.array(z.object({ max: z.string().nullable() })).default([]),
    backup: z
      .array(
        z.object({
          label: z.string(),
          error: z.boolean().nullish(),
          timestamp: z.object({ stop: z.number() }),
        }),
      )
      .default([]),
  }),
)

export type RepositoryInfo = z.output<typeof infoSchema>[number]

const TIMEOUT_MS = 60_000

/** @throws Error with one sentence, when pgBackRest cannot be run or does not know the stanza. */
export const readRepository = async (stanza: string): Promise<RepositoryInfo> => {
  const text = await runInfo(stanza)
  const info = infoSchema.safeParse(asJson(text))
  const found = info.success ? info.data.find(({ name }) => name === stanza) : undefined
  if (found === undefined) throw new Error(`pgbackrest info says nothing of the stanza ${stanza}`)
  return found
}

const runInfo = (stanza: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const args = [`--stanza=${stanza}`, '--output=json', 'info']
    execFile('pgbackrest', args, { timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else if (error.code === 'ENOENT') {
        reject(new Error('pgbackrest is not installed on this machine: apt-get install pgbackrest'))
      } else {
        const [line = ''] = `${stdout}${stderr}`.trim().split('\n')
        reject(new Error(`pgbackrest info failed: ${line}${adviceOn(line)}`))
      }
    })
  })

const adviceOn = (line: string): string =>
  line.includes('Permission denied')
    ? ' (run this as root or as the user of PostgreSQL, who may read the files of pgBackRest)'
    : ''

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * @param lastFile the last file of the log that PostgreSQL believes to be archived.
 */
export const repositoryFindings = (
  { name, status, archive, backup }: RepositoryInfo,
  { lastFile, now, hoursMax }: { lastFile: string | null; now: Date; hoursMax: number },
): Finding[] => {
  const findings: Finding[] = []
  if (status.code !== 0) {
    findings.push(problem(`pgBackRest says of ${name}: ${status.message}`))
  }
  const newest = backup.findLast(({ error }) => error !== true)
  if (newest === undefined) {
    findings.push(problem(`The stanza ${name} has no base backup without an error`))
  } else {
    const at = new Date(newest.timestamp.stop * 1_000)
    const hours = Math.floor(minutesBetween(at, now) / 60)
    const text = `The last base backup, ${newest.label}, ended ${hours} hours ago, at ${at.toISOString()}`
    findings.push(
      hours > hoursMax ? problem(`${text}: expected ${hoursMax} hours at most`) : ok(text),
    )
  }
  const inRepository = archive.flatMap(({ max }) => max ?? []).at(-1) ?? null
  const logName = lastFile === null ? null : (/^[0-9A-F]{24}$/.exec(lastFile)?.[0] ?? null)
  // Names of files of the log sort in their order.
  if (logName !== null && (inRepository === null || inRepository < logName)) {
    findings.push(
      problem(
        `The repository has the log up to ${inRepository ?? 'no file'}, although PostgreSQL has archived ${logName}: ` +
          'the archive_command does not lead to this repository',
      ),
    )
  }
  return findings
}
