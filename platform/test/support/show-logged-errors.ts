/** Runs in every test file: what failed also says what the platform logged meanwhile. */
import { afterEach } from 'vitest'
import { takeLoggedErrors } from './logged-errors.ts'

/** The last ones: a storm logs hundreds that it expects. */
const SHOWN_MAX = 5

afterEach(({ task }) => {
  const logged = takeLoggedErrors()
  const [error] = task.result?.errors ?? []
  if (error === undefined || logged.length === 0) return
  const shown = logged.slice(-SHOWN_MAX).join('\n')
  error.message += `\n\nThe platform logged ${logged.length} errors during this test, the last ones:\n${shown}\n`
})
