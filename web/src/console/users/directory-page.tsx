import { on } from '../../api/call.ts'
import {
  DirectorySettings,
  type DirectoryCalls,
} from '../../people/directory/directory-settings.tsx'
import { useTexts } from '../../texts/texts.ts'
import { OPERATOR_ROLES } from './roles.ts'
import { USERS } from './texts.ts'

const CALLS: DirectoryCalls = {
  read: (input) => on('GET /operator/v1/directory')(input),
  set: (body) => on('PUT /operator/v1/directory')({ body: body as never }),
  remove: () => on('POST /operator/v1/directory/remove')({}),
}

/** Where the operator's people sign in. */
export const DirectoryPage = () => {
  const t = useTexts(USERS)
  const roles = OPERATOR_ROLES.filter((role) => role !== 'owner')
  return <DirectorySettings calls={CALLS} roles={roles.map((role) => ({ role, name: t(role) }))} />
}
