import { parseArgs } from 'node:util'

/**
 * What the command line says in place of variables of the environment: `--roles` is `WASL_ROLES`, and
 * nothing else is configured there (D23).
 *
 * @throws Error with one sentence when there is any other argument.
 */
export const readArguments = (args: string[]): { WASL_ROLES?: string } => {
  const roles = readRoles(args)
  // An empty variable counts as absent; an empty list that somebody typed is a mistake.
  return roles === undefined ? {} : { WASL_ROLES: roles.trim() || ',' }
}

const readRoles = (args: string[]): string | undefined => {
  try {
    return parseArgs({ args, options: { roles: { type: 'string' } } }).values.roles
  } catch (error) {
    throw new Error(
      `expected no argument but --roles, such as --roles api,dispatch, received ${args.join(' ')}; ` +
        'everything else is set by the environment',
      { cause: error },
    )
  }
}
