import { OutsideText } from '../../problems/outside-text.tsx'
import { useTexts } from '../../texts/texts.ts'
import { QR_CODES } from './texts.ts'

/**
 * A name in the history is `usr_1 Amina` for a person of the partner, `partner hint` for its API key, and
 * `operator Nadia` for a person of the operator.
 */
const setterIn = (
  setBy: string,
): { by: 'setBy' | 'setByOperator' | 'setWithKey'; name: string } => {
  const hint = /^partner (\S+)$/.exec(setBy)?.[1]
  if (hint !== undefined) return { by: 'setWithKey', name: hint }
  const operator = /^operator (.+)$/s.exec(setBy)?.[1]
  if (operator !== undefined) return { by: 'setByOperator', name: operator }
  return { by: 'setBy', name: setBy.replace(/^usr_\d+ /, '') }
}

/** Who set the amounts of a code. */
export const SetBy = ({ setBy }: { setBy: string }) => {
  const t = useTexts(QR_CODES)
  const { by, name } = setterIn(setBy)
  return t.rich(by, { who: <OutsideText key="who">{name}</OutsideText> })
}
