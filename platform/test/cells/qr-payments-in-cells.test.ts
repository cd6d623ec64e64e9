/** The stories of `qr-payments.test.ts`, with partners in two cells. */
import { afterAll, vi } from 'vitest'

vi.stubEnv('WASL_TEST_CELLS', '2')
await import('../qr-payments.test.ts')
afterAll(() => void vi.unstubAllEnvs())
