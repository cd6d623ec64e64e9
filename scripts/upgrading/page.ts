/** `UPGRADING.md`: a head by hand, and what the migrations of each release do. */
import type { DescribedMigration, Release } from './migrations.ts'

const HEAD = `# Upgrading

<!-- Written by \`npm run generated\` from scripts/upgrading/page.ts and platform/migrations. Do not edit. -->

What an upgrade does to the database, release by release. What it brings to operators and partners is in
[CHANGELOG.md](CHANGELOG.md); partners change nothing for an upgrade of the platform.

## Without stopping

A release runs on its own schema and on that of the next release
([W281](docs/decisions/running.md#w281-a-release-runs-on-the-next-schema)). So go from one release to the next, and leave
none out:

1. Read the tables below. \`wasl-platform check\` of the new release says what its start would apply, and which processes
   can start afterwards. It changes nothing.
2. Make a backup and check that you can restore it.
3. On one machine, stop an old process and start a new one. It applies the migrations before it listens. Wait until its
   \`/readyz\` answers 200.
4. Restart the other processes one by one, and wait for each \`/readyz\`. An old process that ends meanwhile can be started
   again, if each migration of the new release says "run beside, from" the number of a migration that the old one has.

\`/readyz\` says which migration the database ends with (\`schema.database\`), which one the process knows (\`schema.code\`), and
which number a process must at least end with to start there (\`schema.oldest\`).

A migration that waits for a table steps aside after 0.45 s, and when it holds others, within a second of its beginning
([W293](docs/decisions/running.md#w293-how-long-a-migration-holds-locks)). It tries again a second later, for two minutes.
Do not upgrade while a dump runs: it holds every table.

## Going back

Start the old release again, process by process, in the same way. The new schema stays: the old release runs on it. This
works as long as \`schema.oldest\` is not higher than the number of its last migration; otherwise the start refuses, and says
so. Then the way back is a newer release that undoes the change, or a backup.

## Reading the tables

- **Older releases**: "run beside, from 0087" means that a process whose last migration is 0087 or a later one can start
  after this migration. "Cannot start" means that none can; those that run go on.
- **Expands** adds. **Contracts** takes away what no process of the release before uses.
- **Locks** names the tables with rows that the migration rewrites or reads as a whole. Calls that need such a table wait
  meanwhile, and the larger it is, the longer.
`

export const upgradingPage = (releases: readonly Release[]): string =>
  [HEAD, ...releases.map(section)].join('\n')

const section = ({ version, isReleased, migrations }: Release): string => {
  const title = `## ${version}${isReleased ? '' : ' (not released)'}\n`
  if (migrations.length === 0) return `${title}\nNo migrations.\n`
  const rows = migrations.map(row).join('\n')
  return `${title}
| migration | what it is about | older releases | locks |
|---|---|---|---|
${rows}
`
}

const row = (one: DescribedMigration): string =>
  `| ${[`\`${one.name}\``, escaped(one.about), besideOf(one), one.holds.join('; ')].join(' | ')} |`

const besideOf = ({ mark }: DescribedMigration): string =>
  mark === null ? 'cannot start' : `${mark.kind}; run beside, from ${mark.beside}`

const escaped = (text: string): string => text.replaceAll('|', String.raw`\|`)
