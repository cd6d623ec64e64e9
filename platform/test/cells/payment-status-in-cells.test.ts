/** The stories of `payment-status.test.ts`, with partners in two cells. */
import { afterAll, vi } from 'vitest'

vi.stubEnv('WASL_TEST_CELLS', '2')
await import('../payment-status.test.ts')
afterAll(() => void vi.unstubAllEnvs())
