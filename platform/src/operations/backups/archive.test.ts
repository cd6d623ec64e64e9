import { expect, test } from 'vitest'
import { archiveFindings, type Archive } from './archive.ts'

const MINUTES_MAX = 15

const archive: Archive = {
  isOn: true,
  archived: 7,
  failed: 0,
  lastFile: '000000010000000000000007',
  lastAt: new Date('2026-11-27T20:54:00Z'),
  failedAt: null,
  failedFile: null,
  segmentBytes: 16 * 1024 * 1024,
  now: new Date('2026-11-27T20:55:00Z'),
}

const NOTHING = /^$/

const NEXT = '000000010000000000000008'

test.for([
  ['a log that is archived', {}, NOTHING],
  ['no archive', { isOn: false }, /^The log of PostgreSQL is not archived/],
  ['nothing archived yet', { lastAt: null }, /^No file of the log was archived yet$/],
  [
    'nothing archived yet, because it fails',
    { lastAt: null, failedAt: archive.now, failedFile: NEXT },
    /^No file .* yet, and 000000010000000000000008 failed at 2026-11-27T20:55:00.000Z$/,
  ],
  [
    'an archive that is late',
    { now: new Date('2026-11-27T21:10:00Z') },
    /was archived 16 minutes ago, .*: expected 15 minutes at most\. Set archive_timeout = 60$/,
  ],
  [
    'a file that fails',
    { failed: 3, failedAt: archive.now, failedFile: NEXT },
    /^000000010000000000000008 could not be archived at .*; 3 tries have failed\. The server log says why$/,
  ],
  [
    'a failure that the next try made good',
    { failed: 1, failedAt: new Date('2026-11-27T20:53:00Z'), failedFile: NEXT },
    NOTHING,
  ],
] as const)('%s', ([, change, expected]) => {
  const problems = archiveFindings({ ...archive, ...change }, MINUTES_MAX)
    .filter(({ isProblem }) => isProblem)
    .map(({ text }) => text)
  expect(problems.join('\n')).toMatch(expected)
})
