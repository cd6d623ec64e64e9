// node scripts/run.mjs <file> [arguments]
//
// Runs a file with the Node.js that the project is written for. That Node.js is a dependency, so any
// installed Node.js from 20 on will do. Installs the dependencies first when they are missing or older
// than package-lock.json, so that every npm script works in a fresh clone. The programs of the platform
// run from a bundle beside their sources, if it was made from them (bundle/kept.mjs).
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { programOrSource } from './bundle/kept.mjs'

const NODE_MAJOR = 24
const NODE_MAJOR_MIN = 20

// Node.js before 20.11 lacks import.meta.dirname, and must get as far as the error message.
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = join(ROOT, 'node_modules')
const LOCKFILE = join(ROOT, 'package-lock.json')

/** Records the hash of the installed lockfile, after its Node.js has run once. */
const STAMP = join(MODULES, '.wasl-installed')

/** Locked during an installation, so that two commands do not write into one folder. */
const LOCK = join(ROOT, '.wasl', 'installing')
const LOCK_POLL_MS = 200
const LOCK_TIMEOUT_MS = 600_000

const PARENT_POLL_MS = 500

const main = async () => {
  const [file, ...args] = process.argv.slice(2)
  if (file === undefined) fail('Expected a file to run: node scripts/run.mjs <file> [arguments].')
  const major = Number(process.versions.node.split('.')[0])
  if (major < NODE_MAJOR_MIN) {
    fail(`Expected Node.js ${NODE_MAJOR_MIN} or newer, and this is ${process.versions.node}.`)
  }
  if (!isInstalled()) await withLock(installIfNeeded)
  process.exitCode = await run(nodeBinary(), [programOrSource(nodeBinary(), file), ...args])
}

const isInstalled = () => existsSync(nodeBinary()) && readText(STAMP) === lockfileHash()

/** npm writes what it installed into a file, so an installation by hand is recognised too. */
const isInstalledByHand = () => isNewer(join(MODULES, '.package-lock.json'), LOCKFILE)

const isNewer = (file, than) => existsSync(file) && statSync(file).mtimeMs >= statSync(than).mtimeMs

const lockfileHash = () => createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex')

const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

const installIfNeeded = () => {
  // Another command may have installed while this one waited.
  if (isInstalled()) return
  if (readText(STAMP) !== lockfileHash() && !isInstalledByHand()) {
    console.error('Installing the dependencies (npm ci) …')
    npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  }
  if (!existsSync(nodeBinary())) {
    fail(
      `Expected Node.js ${NODE_MAJOR} or newer, and this is ${process.versions.node}. The one that ` +
        `comes with the dependencies is for Linux on x64 and arm64, and npm leaves it out with ` +
        `--omit=optional: install Node.js ${NODE_MAJOR}, or run "npm ci".`,
    )
  }
  const seen = spawnSync(nodeBinary(), ['--version'], { encoding: 'utf8' })
  if (seen.status !== 0) {
    const reason = seen.error?.message ?? seen.stderr.trim()
    fail(`The Node.js ${NODE_MAJOR} of node_modules does not run on this system: ${reason}`)
  }
  writeFileSync(STAMP, lockfileHash())
  // A small part of an installation. If it fails, the sources run.
  spawnSync(nodeBinary(), [join(ROOT, 'scripts/bundle/keep.ts')], { cwd: ROOT, stdio: 'ignore' })
}

/**
 * The Node.js that runs this file if it is new enough, else the one in the package for this system.
 * package-lock.json has the checksum of that package; the package `node` downloads without one.
 */
const nodeBinary = () => {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath
  return join(MODULES, `node-${process.platform}-${process.arch}`, 'bin', 'node')
}

const npm = (args) => {
  const options = { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] }
  const script = process.env['npm_execpath']
  check(
    script?.endsWith('.js')
      ? spawnSync(process.execPath, [script, ...args], options)
      : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' }),
    `"npm ${args.join(' ')}" failed`,
  )
}

const check = ({ status, signal, error }, problem) => {
  if (status === 0) return
  fail(`${problem}: ${error?.message ?? signal ?? `it ended with code ${status}`}.`)
}

const withLock = async (work) => {
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  let hasLogged = false
  while (!takeLock()) {
    if (Date.now() > deadline)
      fail(`Another command holds ${LOCK}: remove it if no other command runs.`)
    if (!hasLogged) console.error('Waiting for another command that installs the dependencies …')
    hasLogged = true
    await sleep(LOCK_POLL_MS)
  }
  const release = () => rmSync(LOCK, { recursive: true, force: true })
  process.once('exit', release)
  work()
  process.off('exit', release)
  release()
}

const takeLock = () => {
  mkdirSync(join(LOCK, '..'), { recursive: true, mode: 0o711 })
  try {
    mkdirSync(LOCK)
    writeFileSync(join(LOCK, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isHeld()) return false
    rmSync(LOCK, { recursive: true, force: true })
    return false
  }
}

/** The folder of a killed command still exists, but its process does not. */
const isHeld = () => {
  const pid = Number(readText(join(LOCK, 'pid')))
  try {
    // The pid is written shortly after the folder is created.
    if (!pid) return Date.now() - statSync(LOCK).mtimeMs < LOCK_POLL_MS * 10
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Waits until the child has exited, and forwards signals, so that no process is left behind. Ctrl-C in
 * a terminal reaches the child directly, so it is not forwarded.
 */
const run = (binary, args) =>
  new Promise((resolve) => {
    const child = spawn(binary, args, { stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
      })
    }
    if (process.env['npm_lifecycle_event'] !== undefined) endWithParent(child)
    child.once('error', (error) => fail(`${binary} does not run: ${error.message}`))
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + constants.signals[signal])
    })
  })

/**
 * npm forwards SIGINT and SIGTERM to its child and waits for it. Because of `exec` in the scripts of
 * package.json, that child is this process. With npx the child is a shell, which exits at once and
 * forwards nothing, and a killed npm forwards nothing either. In both cases our parent changes.
 */
const endWithParent = (child) => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, PARENT_POLL_MS)
  timer.unref()
}

const fail = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

await main()
