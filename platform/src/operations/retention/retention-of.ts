import { join } from 'node:path'
import type { RetentionConfig } from './kept-from.ts'

/** Cells drop months of the same names: each exports to a folder of its own. */
export const retentionOf = <Config extends Pick<RetentionConfig, 'exportDir'>>(
  config: Config,
  cell: string,
): Config =>
  config.exportDir === null || cell === ''
    ? config
    : { ...config, exportDir: join(config.exportDir, cell) }
