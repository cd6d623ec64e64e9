/**
 * What a process does of the platform's work (W168). Each role can be given to as many processes as it
 * needs; a platform needs each of them at least once.
 */
import { PROCESS_ROLES, type ProcessRole } from '@wasl/protocol'

export const ROLES_EXPECTED = `one or more of ${PROCESS_ROLES.join(', ')} with commas between them`

/** The roles of a text such as `api,dispatch`, each once; undefined when one is unknown or none is named. */
export const rolesOf = (text: string): ProcessRole[] | undefined => {
  const names = text.split(',').map((part) => part.trim())
  if (names.some((name) => !PROCESS_ROLES.some((role) => role === name))) return undefined
  return PROCESS_ROLES.filter((role) => names.includes(role))
}

/** The roles that no process has. */
export const missingRoles = (
  processes: readonly { roles: readonly ProcessRole[] }[],
): ProcessRole[] =>
  PROCESS_ROLES.filter((role) => !processes.some(({ roles }) => roles.includes(role)))
