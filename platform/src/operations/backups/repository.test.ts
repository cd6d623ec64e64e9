import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Finding } from './archive.ts'
import { readRepository } from './pgbackrest.ts'
import { repositoryFindings } from './repository.ts'

/**
 * What pgBackRest 2.45 of Debian wrote, word for word, when it was brought into each of these states with
 * PostgreSQL 15.
 */
const STATUS_OK = '"status":{"code":0,"lock":{"backup":{"held":false}},"message":"ok"}'
const REPO_OK = '{"cipher":"none","key":1,"status":{"code":0,"message":"ok"}}'
const ARCHIVE =
  '{"database":{"id":1,"repo-key":1},"id":"15-1","max":"000000010000000000000007","min":"000000010000000000000001"}'
const DB = '{"id":1,"repo-key":1,"system-id":7712957429308255899,"version":"15"}'
const FIRST =
  '{"archive":{"start":"000000010000000000000002","stop":"000000010000000000000002"},"backrest":{"format":5,"version":"2.45"},"database":{"id":1,"repo-key":1},"error":false,"info":{"delta":22992535,"repository":{"delta":3056870,"size":3056870},"size":22992535},"label":"20261127-205407F","lsn":{"start":"0/2000028","stop":"0/2000100"},"prior":null,"reference":null,"timestamp":{"start":1795812847,"stop":1795812852},"type":"full"}'
/** With `WARN: invalid page checksum found in file …/base/5/16384 at page 2`, and an exit with 0. */
const DAMAGED =
  '{"archive":{"start":"000000010000000000000004","stop":"000000010000000000000005"},"backrest":{"format":5,"version":"2.45"},"database":{"id":1,"repo-key":1},"error":true,"info":{"delta":23361175,"repository":{"delta":3099846,"size":3099846},"size":23361175},"label":"20261127-205413F","lsn":{"start":"0/4000028","stop":"0/5000050"},"prior":null,"reference":null,"timestamp":{"start":1795812853,"stop":1795812859},"type":"full"}'

const infoOf = (...backups: string[]): string =>
  `[{"archive":[${ARCHIVE}],"backup":[${backups.join(',')}],"cipher":"none","db":[${DB}],"name":"wasl","repo":[${REPO_OK}],${STATUS_OK}}]`

const GOOD = infoOf(FIRST)

const NO_STANZA =
  '[{"archive":[],"backup":[],"cipher":"none","db":[],"name":"wasl","repo":[{"cipher":"none","key":1,"status":{"code":1,"message":"missing stanza path"}}],"status":{"code":1,"lock":{"backup":{"held":false}},"message":"missing stanza path"}}]'
const NO_BACKUP =
  '[{"archive":[{"database":{"id":1,"repo-key":1},"id":"15-1","max":null,"min":null}],"backup":[],"cipher":"none","db":[{"id":1,"repo-key":1,"system-id":7712956822027910961,"version":"15"}],"name":"wasl","repo":[{"cipher":"none","key":1,"status":{"code":2,"message":"no valid backups"}}],"status":{"code":2,"lock":{"backup":{"held":false}},"message":"no valid backups"}}]'
const NO_LIST =
  '[{"archive":[],"backup":[],"cipher":"none","db":[],"name":"wasl","repo":[{"cipher":"none","key":1,"status":{"code":3,"message":"missing stanza data"}}],"status":{"code":3,"lock":{"backup":{"held":false}},"message":"missing stanza data"}}]'
const NO_KEY = String.raw`[{"archive":[],"backup":[],"cipher":"aes-256-cbc","db":[],"name":"wasl","repo":[{"cipher":"aes-256-cbc","key":1,"status":{"code":99,"message":"[CryptoError] unable to load info file '/var/lib/pgbackrest/backup/wasl/backup.info' or '/var/lib/pgbackrest/backup/wasl/backup.info.copy':\nCryptoError: cipher header missing\nHINT: is or was the repo encrypted?"}}],"status":{"code":99,"lock":{"backup":{"held":false}},"message":"other"}}]`
const NO_RIGHT =
  '[{"archive":[],"backup":[],"cipher":"none","db":[],"name":"wasl","repo":[{"cipher":"none","key":1,"status":{"code":99,"message":"[PathOpenError] unable to list file info for path \'/var/lib/pgbackrest/backup\': [13] Permission denied"}}],"status":{"code":99,"lock":{"backup":{"held":false}},"message":"other"}}]'
const SECOND_REPOSITORY = `[{"archive":[${ARCHIVE}],"backup":[${FIRST}],"cipher":"none","db":[${DB}],"name":"wasl","repo":[${REPO_OK},{"cipher":"none","key":2,"status":{"code":1,"message":"missing stanza path"}}],"status":{"code":4,"lock":{"backup":{"held":false}},"message":"different across repos"}}]`

/** As `repo-ls archive/wasl --recurse --filter=[0-9A-F]{24}-` lists them. */
const logOf = (...numbers: number[]): string =>
  numbers
    .map((number) => `00000001000000000000000${number}`)
    .map((name) => `15-1/0000000100000000/${name}-9de02875f568643d02cb95d40a1f94d579b78a87.gz`)
    .join('\n')

const WHOLE = logOf(1, 2, 3, 4, 5, 6, 7)

const folder = mkdtempSync(join(tmpdir(), 'wasl-pgbackrest-'))

beforeEach(() => {
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`)
})

afterEach(() => {
  vi.unstubAllEnvs()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A `pgbackrest` on the path that says this. */
const says = (info: string, log = WHOLE): void => {
  writeFileSync(join(folder, 'info'), info)
  writeFileSync(join(folder, 'log'), log)
  writeProgram(`case "$2" in info) cat ${folder}/info ;; *) cat ${folder}/log ;; esac`)
}

const writeProgram = (line: string): void => {
  writeFileSync(join(folder, 'pgbackrest'), `#!/bin/sh\n${line}\n`)
  chmodSync(join(folder, 'pgbackrest'), 0o755)
}

const EXPECTED = {
  lastFile: '000000010000000000000007',
  segmentBytes: 16 * 1024 * 1024,
  now: new Date('2026-11-28T20:54:12Z'),
  hoursMax: 48,
}

const findings = async (expected: Partial<typeof EXPECTED> = {}): Promise<Finding[]> =>
  repositoryFindings(await readRepository('wasl'), { ...EXPECTED, ...expected })

const problems = async (expected: Partial<typeof EXPECTED> = {}): Promise<string[]> =>
  (await findings(expected)).filter(({ isProblem }) => isProblem).map(({ text }) => text)

test('a repository that can restore the database has no problem', async () => {
  says(GOOD)
  expect(await findings()).toEqual([
    {
      isProblem: false,
      text: 'The last base backup, 20261127-205407F, ended 24 hours ago, at 2026-11-27T20:54:12.000Z',
    },
  ])
})

test.for([
  [
    'no stanza',
    NO_STANZA,
    'There is no stanza wasl (missing stanza path): check its name and repo-path in /etc/pgbackrest.conf; if it was ' +
      'never made, run pgbackrest --stanza=wasl stanza-create, then pgbackrest --stanza=wasl --type=full backup',
  ],
  [
    'no base backup',
    NO_BACKUP,
    'The stanza wasl has no base backup (no valid backups): run pgbackrest --stanza=wasl --type=full backup',
  ],
  [
    'no list of backups',
    NO_LIST,
    'The stanza wasl has lost its list of backups, backup.info (missing stanza data): bring the repository back from ' +
      'its own copy, or begin a new one with stanza-create and pgbackrest --stanza=wasl --type=full backup',
  ],
  [
    'another key',
    NO_KEY,
    "pgBackRest cannot use the stanza wasl: [CryptoError] unable to load info file '/var/lib/pgbackrest/backup/wasl/" +
      "backup.info' or '/var/lib/pgbackrest/backup/wasl/backup.info.copy': CryptoError: cipher header missing. Run pgbackrest --stanza=wasl info as the " +
      'user of PostgreSQL; a restore would stop there too',
  ],
  [
    'no right to read it',
    NO_RIGHT,
    "pgBackRest cannot use the stanza wasl: [PathOpenError] unable to list file info for path '/var/lib/pgbackrest/" +
      "backup': [13] Permission denied. Run pgbackrest --stanza=wasl info as the user of PostgreSQL; a restore would " +
      'stop there too',
  ],
] as const)('%s', async ([, info, text]) => {
  says(info, '')
  expect(await problems()).toEqual([text])
})

test('of two repositories, the one that is wrong is named', async () => {
  says(SECOND_REPOSITORY)
  expect(await problems()).toEqual([
    expect.stringMatching(/^There is no stanza wasl in repository 2 \(missing stanza path\): /),
  ])
})

test('a backup that is too old, with the way to make one', async () => {
  says(GOOD)
  expect(await problems({ now: new Date('2026-11-29T21:54:12Z') })).toEqual([
    'The last base backup, 20261127-205407F, ended 49 hours ago, at 2026-11-27T20:54:12.000Z: expected 48 hours at ' +
      'most. See why it was not made (/etc/cron.d/wasl-backup, /var/log/pgbackrest), and run pgbackrest --stanza=wasl backup',
  ])
})

test('a last backup with damaged pages, although an earlier one is good', async () => {
  says(infoOf(FIRST, DAMAGED))
  expect(await findings()).toEqual([
    {
      isProblem: true,
      text:
        'The last base backup, 20261127-205413F, has pages with a wrong checksum: the disk of the database damages ' +
        'data. Its log names the files. Move to a standby or restore 20261127-205407F, then run pgbackrest ' +
        '--stanza=wasl --type=full backup',
    },
    {
      isProblem: false,
      text: expect.stringMatching(/^The last base backup without such pages, 20261127-205407F, /),
    },
  ])
})

test('no backup but damaged ones', async () => {
  says(infoOf(DAMAGED))
  expect(await problems()).toEqual([
    expect.stringContaining('Move to a standby or restore from elsewhere'),
  ])
})

test('a file that PostgreSQL believes to be archived is not there', async () => {
  says(GOOD)
  expect(await problems({ lastFile: '000000010000000000000008' })).toEqual([
    'The repository has the log up to 000000010000000000000007, although PostgreSQL has archived ' +
      '000000010000000000000008: the archive_command does not lead to this repository. Set it as ' +
      'deploy/pgbackrest/wasl-archive.conf does, and run pgbackrest --stanza=wasl check',
  ])
})

test('a gap in the log, of which pgBackRest says nothing', async () => {
  says(GOOD, logOf(1, 2, 3, 6, 7))
  expect(await problems()).toEqual([
    '2 files of the log are missing, from 000000010000000000000004: a restore from 20261127-205407F ends there. Run ' +
      'pgbackrest --stanza=wasl --type=full backup now; a restore from that one does not need them',
  ])
})

test('a gap before the last backup is no problem, and one at its beginning is', async () => {
  says(GOOD, logOf(2, 3, 4, 5, 6, 7))
  expect(await problems()).toEqual([])
  says(GOOD, logOf(1, 3, 4, 5, 6, 7))
  expect(await problems()).toEqual([
    expect.stringMatching(/^1 files of the log are missing, from 000000010000000000000002: /),
  ])
})

test('a pgbackrest that fails, says nothing of the stanza, or is not installed', async () => {
  writeProgram('echo "ERROR: [037]: info command requires option: repo1-path"; exit 37')
  await expect(readRepository('wasl')).rejects.toThrow(
    'pgbackrest --stanza=wasl info failed: ERROR: [037]: info command requires option: repo1-path. Run it yourself ' +
      'to see all that it says',
  )
  writeProgram('echo "ERROR: [041]: unable to open file: [13] Permission denied" >&2; exit 41')
  await expect(readRepository('wasl')).rejects.toThrow(
    /failed: ERROR: \[041\]: .* \(run this as root or as the user of PostgreSQL, /,
  )
  says('[]')
  await expect(readRepository('wasl')).rejects.toThrow(
    'pgbackrest info says nothing of the stanza wasl: run pgbackrest --stanza=wasl info, and check the name in ' +
      '/etc/pgbackrest.conf',
  )
  vi.stubEnv('PATH', join(folder, 'nothing'))
  await expect(readRepository('wasl')).rejects.toThrow(
    'pgbackrest is not installed on this machine: apt-get install pgbackrest',
  )
})
