/** Settings that are allowed but wrong for a platform with real money: the start and `check` warn of them. */
import { accessSync, constants } from 'node:fs'
import type { Config } from './config.ts'
import { isLoopback } from './values.ts'

/** One sentence for each, with the variable first. */
export const settingsDoubts = (config: Config): string[] =>
  [publicAddressDoubt(config), exportFolderDoubt(config)].filter((doubt) => doubt !== null)

/** The embedded database is for trials, which have no other address. */
const publicAddressDoubt = ({ databaseUrl, publicUrl }: Config): string | null => {
  if (databaseUrl === undefined) return null
  const form = 'set it to the address that people open, such as https://pay.example'
  if (publicUrl === undefined) {
    return `WASL_PUBLIC_URL: it is not set, so links, QR codes and receipts name the address on which this process listens: ${form}`
  }
  const { protocol, hostname } = new URL(publicUrl)
  if (isLoopback(hostname)) {
    return `WASL_PUBLIC_URL: ${publicUrl} leads every reader to the reader's own machine: ${form}`
  }
  if (protocol === 'https:') return null
  return `WASL_PUBLIC_URL: ${publicUrl} is plain http, over which nobody can sign in and anybody can read along: ${form}`
}

const exportFolderDoubt = ({ exportDir }: Config): string | null => {
  if (exportDir === null) return null
  try {
    accessSync(exportDir, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const problem =
      code === 'ENOENT' ? 'does not exist' : 'cannot be written by the user of this process'
    return `WASL_EXPORT_DIR: the folder ${exportDir} ${problem}: make it, and give it to that user`
  }
}
