/**
 * Checks settings before a process starts with them: the variables, the databases, the rights of their
 * users, the connections, the clocks and the public address. It changes nothing.
 *
 *   wasl-platform check /etc/wasl/wasl.env      the settings of a file
 *   wasl-platform check                         the settings of this shell
 */
import { readConfig, type Config } from '../../base/config/config.ts'
import { settingsDoubts } from '../../base/config/settings-doubts.ts'
import { checkDatabase, type Finding } from './check-database.ts'
import { readEnvironmentFile } from './environment-file.ts'
import { reportFailure } from './run-command.ts'

const say = ({ kind, text }: Finding): void => {
  process.stdout.write(`${kind.padEnd(9)}${text}\n`)
}

const configFindings = (file: string | undefined): { config: Config | null; said: Finding[] } => {
  const { variables, doubts } = file === undefined ? NO_FILE : readEnvironmentFile(file)
  const said: Finding[] = doubts.map((text) => ({ kind: 'doubt', text }))
  try {
    const config = readConfig(variables)
    said.push({ kind: 'ok', text: 'every variable is known, and its value is valid' })
    said.push(...settingsDoubts(config).map((text): Finding => ({ kind: 'doubt', text })))
    if (config.operatorKey === undefined) said.push({ kind: 'doubt', text: NO_OPERATOR_KEY })
    return { config, said }
  } catch (error) {
    const lines = (error as Error).message.split('\n')
    return {
      config: null,
      said: [...said, ...lines.map((text): Finding => ({ kind: 'problem', text }))],
    }
  }
}

const NO_FILE = { variables: undefined, doubts: [] }

const NO_OPERATOR_KEY =
  'WASL_OPERATOR_KEY: it is not set, so the first start on an empty database prints a key, which ' +
  "stays in the service's log. Make one with: openssl rand -base64 32"

const main = async (): Promise<void> => {
  const [file, ...others] = process.argv.slice(2)
  if (others.length > 0) throw new Error('expected at most one file of variables')
  const { config, said } = configFindings(file)
  const findings = [...said, ...(config === null ? [] : await checkDatabases(config))]
  for (const finding of findings) say(finding)
  const problems = findings.filter(({ kind }) => kind === 'problem').length
  const doubts = findings.filter(({ kind }) => kind === 'doubt').length
  process.stdout.write(
    `${problems === 0 ? 'The platform can start' : 'The platform cannot start'}: ${count(problems, 'problem')}, ${count(doubts, 'doubt')}.\n`,
  )
  if (problems > 0) process.exitCode = 1
}

const count = (number: number, what: string): string =>
  `${number} ${what}${number === 1 ? '' : 's'}`

const checkDatabases = async (config: Config): Promise<Finding[]> => {
  const { databaseUrl, cells, dataDir } = config
  if (databaseUrl === undefined) {
    return [{ kind: 'ok', text: `the embedded database in ${dataDir}, which is for trials` }]
  }
  const addresses = cells.length > 0 ? cells : [{ name: 'DATABASE_URL', url: databaseUrl }]
  const found = await Promise.all(addresses.map((address) => checkDatabase(address, config)))
  return found.flat()
}

main().catch(reportFailure('The settings were not checked'))
