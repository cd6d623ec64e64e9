/** What the system has of PHP. Its tests are left out, with a sentence, where something is missing. */
import { spawnSync } from 'node:child_process'

const php = (code: string): boolean => spawnSync('php', ['-r', code]).status === 0

export const hasProgram = (name: string): boolean =>
  spawnSync(name, ['--version'], { env: { ...process.env, COMPOSER_ALLOW_SUPERUSER: '1' } })
    .status === 0

export const hasExtension = (name: string): boolean =>
  php(`exit(extension_loaded('${name}') ? 0 : 1);`)

/** A file in PHP's include path, where Debian puts libraries. */
export const hasPhpFile = (path: string): boolean =>
  php(`exit(stream_resolve_include_path('${path}') === false ? 1 : 0);`)

/** Says what is left out. `.ci/run` installs everything where it can. */
export const leftOut = (isThere: boolean, what: string): void => {
  if (!isThere) console.warn(`Left out: ${what}.`)
}
