import type { AnswerOf } from '../api/contract.ts'
import { Badge } from '../components/badge.tsx'
import { useTexts } from '../texts/texts.ts'
import { USER_STATE } from './user-state.texts.ts'

type User = Pick<
  AnswerOf<'GET /operator/v1/users'>['items'][number],
  'status' | 'isLocked' | 'wrongTries'
>

const LOOKS = {
  active: { kind: 'done', bare: true },
  invited: { kind: 'wait', bare: false },
  disabled: { kind: 'rest', bare: false },
  locked: { kind: 'stop', bare: false },
} as const

/** Whether a user may sign in; for owners, whether somebody guesses at the account. */
export const UserState = ({ user: { status, isLocked, wrongTries } }: { user: User }) => {
  const t = useTexts(USER_STATE)
  const state = isLocked && status === 'active' ? 'locked' : status
  return (
    <>
      <Badge {...LOOKS[state]}>{t(state)}</Badge>
      {wrongTries > 0 && <small>{t('tries', { count: wrongTries })}</small>}
    </>
  )
}
