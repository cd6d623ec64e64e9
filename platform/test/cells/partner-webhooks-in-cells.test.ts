/** The stories of `partner-webhooks.test.ts`, with partners in two cells. */
import { afterAll, vi } from 'vitest'

vi.stubEnv('WASL_TEST_CELLS', '2')
await import('../partner-webhooks.test.ts')
afterAll(() => void vi.unstubAllEnvs())
