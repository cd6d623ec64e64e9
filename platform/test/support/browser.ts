/**
 * A real browser for tests of what people see: the Chromium that `@sparticuz/chromium` carries, with
 * the libraries and fonts that come with it, because a bare container has none of them.
 */
import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'

const PACKAGE = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')

const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/wasl')

/** A camera that films a video file (.mjpeg), for the page's own code that reads from it. */
export type BrowserOptions = { cameraFile?: string }

let shared: Promise<Browser> | undefined

/**
 * The one browser of this process, for each file that runs in it: a start costs as much processor time as
 * a short story. A file closes its windows with `closeWindows`; the browser ends with the process.
 */
export const sharedBrowser = async (): Promise<Browser> => {
  const browser = await shared
  if (browser?.isConnected() !== true) shared = startBrowser()
  return shared as Promise<Browser>
}

/** Closes every window, with its cookies and what it has stored. */
export const closeWindows = async (browser: Browser | undefined): Promise<void> => {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
}

/** Starts the browser; the first time on a machine it is unpacked, which takes some seconds. */
export const startBrowser = async (options: BrowserOptions = {}): Promise<Browser> =>
  chromium.launch(await launchOptions(options))

/** A browser whose disk outlives it: closing and opening it again is a phone that was switched off. */
export const openPersistent = async (
  disk: string,
  context: NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>,
): Promise<BrowserContext> =>
  chromium.launchPersistentContext(disk, { ...(await launchOptions()), ...context })

const launchOptions = async ({ cameraFile }: BrowserOptions = {}) => {
  const folder = await unpacked()
  return {
    executablePath: join(folder, 'chromium'),
    args: [
      // Containers run tests as root, and there Chromium's sandbox refuses to start.
      '--no-sandbox',
      '--disable-gpu',
      // It would look for updates and experiments, and a test may call nobody.
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(cameraFile === undefined
        ? []
        : [
            '--use-fake-ui-for-media-stream',
            '--use-fake-device-for-media-stream',
            `--use-file-for-fake-video-capture=${cameraFile}`,
          ]),
    ],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'lib'),
      ...(!existsSync('/etc/fonts') && { FONTCONFIG_FILE: join(folder, 'fonts.conf') }),
    },
  }
}

/**
 * The folder of the unpacked browser. The package's own way writes in place, where another process
 * would start a file that is half there; here a whole folder appears at once.
 */
const unpacked = async (): Promise<string> => {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
    version: string
  }
  const folder = join(CACHE, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(CACHE, { recursive: true })
  const unfinished = await mkdtemp(`${folder}-`)
  await Promise.all([
    unpack('chromium.br', join(unfinished, 'chromium')),
    untar('al2023.tar.br', unfinished),
    untar('fonts.tar.br', unfinished),
  ])
  await writeFile(
    join(unfinished, 'fonts.conf'),
    `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  )
  try {
    await rename(unfinished, folder)
  } catch (error) {
    // Another process was first.
    await rm(unfinished, { recursive: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Writes a file that the package carries, decompressed. */
const unpack = (name: string, path: string): Promise<void> =>
  pipeline(
    createReadStream(join(PACKAGE, 'bin', name)),
    createBrotliDecompress(),
    createWriteStream(path, { mode: 0o755 }),
  )

/** From a file, because tar hangs up on a stream before its last block. */
const untar = async (name: string, folder: string): Promise<void> => {
  const archive = join(folder, name.replace('.br', ''))
  await unpack(name, archive)
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
}
