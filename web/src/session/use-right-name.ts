import { OWN_RIGHTS, RIGHTS } from './rights.texts.ts'
import { useMe } from './session.ts'
import { useTexts } from '../texts/texts.ts'

const isIn = <T extends object>(texts: T, permission: PropertyKey): permission is keyof T =>
  permission in texts

/** A permission in words; one of a newer platform keeps its own name. */
export const useRightName = (): ((permission: string) => string) => {
  const t = useTexts(RIGHTS)
  const own = useTexts(OWN_RIGHTS)
  const { side } = useMe()
  return (permission) => {
    if (side === 'partner' && isIn(OWN_RIGHTS, permission)) return own(permission)
    return isIn(RIGHTS, permission) ? t(permission) : permission
  }
}
