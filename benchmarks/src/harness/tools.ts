import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that the system must provide, and the Debian package of each. */
const PACKAGES = {
  wrk: 'wrk',
  pgbench: 'postgresql',
  'redis-server': 'redis-server',
  psql: 'postgresql-client',
}

export type Tool = keyof typeof PACKAGES

/** Checked before the first measurement, so that a missing tool does not waste an hour. */
export const missingTools = (tools: readonly Tool[]): string[] =>
  [...new Set(tools)]
    .filter((tool) => findTool(tool) === null)
    .map((tool) => `expected ${tool} to be installed: apt-get install ${PACKAGES[tool]}`)

export const toolPath = (tool: Tool): string => {
  const path = findTool(tool)
  if (path === null) throw new Error(missingTools([tool])[0])
  return path
}

const findTool = (tool: Tool): string | null => {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, tool)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Not here.
    }
  }
  return null
}
