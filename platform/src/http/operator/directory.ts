import { OF_OPERATOR } from '../../parties/directories/directory.ts'
import { readSettings, removeSettings, setSettings } from '../bodies/directory.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Where the operator's people sign in (W277). */
export const directory = ({
  db: { pool },
  keyring,
  send,
  addressPolicy,
  codes: { publicOrigin },
}: RouteDeps): OperatorHandlers<'directory'> => {
  const deps = { pool, keyring, send, addressPolicy, publicOrigin }
  return {
    readDirectory: () => readSettings(deps, OF_OPERATOR),
    setDirectory: ({ body, caller: { actor } }, refuse) =>
      setSettings(deps, OF_OPERATOR, body, actor, refuse),
    removeDirectory: ({ caller: { actor } }, refuse) =>
      removeSettings(deps, OF_OPERATOR, actor, refuse),
  }
}
