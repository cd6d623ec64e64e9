import { expect, test } from 'vitest'
import { StartProblem } from './start-problem.ts'

const problem = new StartProblem({ setting: 'WASL_DATA_DIR', problem: 'it is used' }, [
  'stop the other one',
  { setting: 'WASL_DATA_DIR', words: 'set WASL_DATA_DIR to another folder' },
  { setting: 'DATABASE_URL', words: 'set DATABASE_URL' },
])

test('a problem is told with its setting and every way out', () => {
  expect(problem.message).toBe(
    'WASL_DATA_DIR: it is used: stop the other one, or set WASL_DATA_DIR to another folder, or set DATABASE_URL.',
  )
})

test('names settings as the caller does, and omits ways out by settings that the caller lacks', () => {
  expect(problem.inWords((name) => (name === 'WASL_DATA_DIR' ? '--data-dir' : null))).toBe(
    '--data-dir: it is used: stop the other one, or set --data-dir to another folder.',
  )
  expect(problem.inWords(() => null)).toBe('it is used: stop the other one.')
})

test('without any way left the problem is told alone', () => {
  const stuck = new StartProblem({ problem: 'there is no PostgreSQL for this system' }, [
    { setting: 'DATABASE_URL', words: 'set DATABASE_URL to one of your own' },
  ])
  expect(stuck.inWords(() => null)).toBe('there is no PostgreSQL for this system.')
})
