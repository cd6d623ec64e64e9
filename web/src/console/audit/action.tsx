import { useTexts } from '../../texts/texts.ts'
import { AUDIT_ACTIONS } from '@wasl/protocol/audit-words'

const isKnown = (action: string): action is keyof typeof AUDIT_ACTIONS => action in AUDIT_ACTIONS

/** What an entry did, in words; its code is in the title. An act of a newer platform keeps its code. */
export const Action = ({ action }: { action: string }) => {
  const t = useTexts(AUDIT_ACTIONS)
  return isKnown(action) ? (
    <span title={action}>{t(action)}</span>
  ) : (
    <bdi className="code">{action}</bdi>
  )
}
