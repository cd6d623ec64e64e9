/** Groups as people type them: the names of each role, separated by commas. */

type GroupRole = { group: string; role: string }

/** @example groupsOfRoles(['viewer'], [{ group: 'staff', role: 'viewer' }]) // { viewer: 'staff' } */
export const groupsOfRoles = (
  roles: readonly string[],
  stored: readonly GroupRole[],
): Record<string, string> =>
  Object.fromEntries(
    roles.map((role) => [
      role,
      stored
        .filter((one) => one.role === role)
        .map(({ group }) => group)
        .join(', '),
    ]),
  )

/** The same backwards; Arabic has a comma of its own. */
export const rolesOfGroups = (
  roles: readonly string[],
  typed: Readonly<Record<string, string>>,
): GroupRole[] =>
  roles.flatMap((role) =>
    (typed[role] ?? '')
      .split(/[,،]/)
      .map((group) => group.trim())
      .filter((group) => group !== '')
      .map((group) => ({ group, role })),
  )
