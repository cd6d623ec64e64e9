/**
 * Takes the pictures of the screens: `npm run pictures`. The stories of web/test take them while they
 * run, into .wasl/pictures; those that the documents show are copied to docs/pictures.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

const TAKEN = join(ROOT, '.wasl/pictures')

const SHOWN = join(ROOT, 'docs/pictures')

/** What the guides show, each in three languages. The README shows two of them. */
const CHOSEN = [
  'support-search',
  'support-payment',
  'support-refund',
  'cashier-amount',
  'cashier-receipt',
  'cashier-count',
  'cashier-counted',
  'courier-round',
  'courier-provisional',
  'courier-outbox',
  'courier-conflict',
  'partner-addresses',
  'partner-keys',
  'partner-payments',
  'partner-code',
].flatMap((name) => ['ar', 'fr', 'en'].map((language) => `${name}-${language}.png`))

rmSync(TAKEN, { recursive: true, force: true })
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'web/test', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, WASL_PICTURES: TAKEN } },
)
if (status !== 0) throw new Error('a story failed, so its pictures are not taken')
mkdirSync(SHOWN, { recursive: true })
for (const name of CHOSEN) copyFileSync(join(TAKEN, name), join(SHOWN, name))
