import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that the system brings, with the package each comes in. */
const PACKAGES = { wrk: 'wrk', pgbench: 'postgresql', 'redis-server': 'redis-server' }

export type Tool = keyof typeof PACKAGES

/** Told before anything is measured: a missing tool found after an hour is an hour lost. */
export const missingTools = (tools: readonly Tool[]): string[] =>
  [...new Set(tools)]
    .filter((tool) => findTool(tool) === null)
    .map((tool) => `${tool} is needed and not installed: apt-get install ${PACKAGES[tool]}`)

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
