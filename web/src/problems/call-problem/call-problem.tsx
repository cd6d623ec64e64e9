import { OutsideText } from '../outside-text.tsx'
import { useTexts } from '../../texts/texts.ts'
import { knownProblem } from './known-problem.ts'
import { CALL_PROBLEMS } from './texts.ts'

/** What went wrong with a call, in the language of the page; an unknown sentence as the platform wrote it. */
export const CallProblem = ({ sentence }: { sentence: string }) => {
  const t = useTexts(CALL_PROBLEMS)
  const known = knownProblem(sentence)
  if (known === null) {
    return (
      <small className="code" dir="ltr" lang="en">
        <OutsideText>{sentence}</OutsideText>
      </small>
    )
  }
  const { key, values, code } = known
  return (
    <>
      {t(key, values)}
      {code !== null && (
        <>
          {' '}
          <bdi className="code" dir="ltr">
            {code}
          </bdi>
        </>
      )}
    </>
  )
}
