// node scripts/run.mjs <file> [arguments]
//
// Runs a file of the project on the Node.js that the project is written for, whatever Node.js (20
// or newer) is installed: that one comes as a dependency. Installs the dependencies first when they
// are missing or older than package-lock.json, so that every npm script works in a fresh clone.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 24
const NODE_MAJOR_MIN = 20

// Not import.meta.dirname, which Node.js 20 has from 20.11 on: older ones are to be told what is wrong.
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = join(ROOT, 'node_modules')
const LOCKFILE = join(ROOT, 'package-lock.json')

/** Notes which lockfile was installed, and that its Node.js was seen to run. */
const STAMP = join(MODULES, '.wasl-installed')

/** Held while installing, so that two commands at once do not write into one folder. */
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
  process.exitCode = await run(nodeBinary(), [file, ...args])
}

const isInstalled = () => existsSync(nodeBinary()) && readText(STAMP) === lockfileHash()

/** npm notes in a file of its own what it installed, so an install by hand counts too. */
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
}

/**
 * Our own Node.js when it is new enough, else the one of this platform's package. That package is in
 * package-lock.json with its checksum; the package `node` would have a script fetch it without one.
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
  let told = false
  while (!takeLock()) {
    if (Date.now() > deadline) fail(`Another command holds ${LOCK}: remove it if there is none.`)
    if (!told) console.error('Waiting for another command that installs the dependencies …')
    told = true
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

/** A command that was killed holds nothing, though its folder is there. */
const isHeld = () => {
  const pid = Number(readText(join(LOCK, 'pid')))
  try {
    // Its number is written a moment after the folder is made.
    if (!pid) return Date.now() - statSync(LOCK).mtimeMs < LOCK_POLL_MS * 10
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Stays until the child has ended, whatever signals come, so that nothing is left behind. A Ctrl-C
 * at a terminal reaches the child as well as us; sent on, it would count twice.
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
 * npm passes SIGINT and SIGTERM on to what it started. The scripts of package.json say `exec`, so that
 * this is us and npm waits for us. With npx it is a shell, which ends at once and tells us nothing; and
 * an npm that is killed tells nobody. Either way we have another parent then.
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
