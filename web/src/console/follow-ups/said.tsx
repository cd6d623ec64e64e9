import type { FollowUp } from '@wasl/protocol'
import { ClippedText } from '../../problems/outside-text.tsx'
import { useTexts } from '../../texts/texts.ts'
import { FOLLOW_UPS } from './texts.ts'

/** What a follow-up is about, in one line of a list. */
export const Said = ({ of: { kind, words } }: { of: Pick<FollowUp, 'kind' | 'words'> }) => {
  const t = useTexts(FOLLOW_UPS)
  return kind === 'restore' ? t('lost') : <ClippedText>{words ?? t('erased')}</ClippedText>
}
