import { useTexts } from '../../texts/texts.ts'
import { ACTIONS } from './actions.texts.ts'

const isKnown = (action: string): action is keyof typeof ACTIONS => action in ACTIONS

/** What an entry did, in words; its code is in the title. An act of a newer platform keeps its code. */
export const Action = ({ action }: { action: string }) => {
  const t = useTexts(ACTIONS)
  return isKnown(action) ? (
    <span title={action}>{t(action)}</span>
  ) : (
    <bdi className="code">{action}</bdi>
  )
}
