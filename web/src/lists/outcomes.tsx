import type { ReactNode } from 'react'
import { ApiFailure } from '../api/failure.ts'
import { Details } from '../problems/details.tsx'
import { useRefusal } from '../problems/use-refusal.ts'
import { useTexts } from '../texts/texts.ts'
import { SELECTION } from './selection.texts.ts'

/** What became of one decision for several rows. */
export type Outcome<Row> = {
  done: readonly Row[]
  refused: readonly { row: Row; error: unknown }[]
}

export type OutcomesProps<Row> = {
  outcome: Outcome<Row>
  keyOf: (row: Row) => string
  nameOf: (row: Row) => ReactNode
}

/** How many are done, and of each that was refused why. */
export const Outcomes = <Row,>({ outcome, keyOf, nameOf }: OutcomesProps<Row>) => {
  const t = useTexts(SELECTION)
  return (
    <div role="status">
      <p className="strong">{t('done', { count: outcome.done.length })}</p>
      {outcome.refused.length > 0 && (
        <>
          <p>{t('refused', { count: outcome.refused.length })}</p>
          <ul className="refusals">
            {outcome.refused.map(({ row, error }) => (
              <li key={keyOf(row)}>
                <strong className="strong">{nameOf(row)}</strong>: <Why error={error} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const Why = ({ error }: { error: unknown }) => {
  const t = useTexts(SELECTION)
  const say = useRefusal()
  const refusal = error instanceof ApiFailure ? error : null
  return (
    <>
      {(refusal !== null && say(refusal)) || t('unanswered')}
      {refusal !== null && <Details refusal={refusal} />}
    </>
  )
}
