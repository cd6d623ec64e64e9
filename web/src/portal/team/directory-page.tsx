import { on } from '../../api/call.ts'
import {
  DirectorySettings,
  type DirectoryCalls,
} from '../../people/directory/directory-settings.tsx'
import { useTexts } from '../../texts/texts.ts'
import { TEAM } from './texts.ts'

const CALLS: DirectoryCalls = {
  read: (input) => on('GET /partner/users/v1/directory')(input),
  set: (body) => on('PUT /partner/users/v1/directory')({ body: body as never }),
  remove: () => on('POST /partner/users/v1/directory/remove')({}),
}

const ROLES = ['finance', 'developer', 'viewer'] as const

/** Where a partner's people sign in. */
export const DirectoryPage = () => {
  const t = useTexts(TEAM)
  return <DirectorySettings calls={CALLS} roles={ROLES.map((role) => ({ role, name: t(role) }))} />
}
