import { useState } from 'react'
import { Amount } from '../../money/amount.tsx'
import { sized } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { changeOf, givenFor, inCash, readGiven } from './given.ts'
import { TAKING } from './taking.texts.ts'

type GivenProps = {
  amount: number
  given: number | null
  onGiven: (given: number | null) => void
}

/** What the payer gives, by a touch or typed, and what they get back. */
export const Given = ({ amount, given, onGiven }: GivenProps) => {
  const t = useTexts(TAKING)
  const [typed, setTyped] = useState('')
  const offered = givenFor(amount)
  const change = given === null ? null : changeOf(given, amount)
  return (
    <div className="giving">
      <p className="soft" id="given">
        {t('given')}
      </p>
      <div className="given" role="group" aria-labelledby="given" style={sized(amount)}>
        {offered.map((one) => (
          <button
            type="button"
            key={one}
            aria-pressed={given === one}
            onClick={() => {
              setTyped('')
              onGiven(one)
            }}
          >
            <Amount dinars={one} decimals="auto" currency={false} />
          </button>
        ))}
      </div>
      {inCash(amount) !== amount && (
        <p className="soft sm">
          {t.rich('rounded', {
            sum: <Amount dinars={inCash(amount)} decimals="auto" />,
          })}
        </p>
      )}
      <label className="lab">
        {t('givenOther')}
        <span className="entry">
          <input
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              onGiven(readGiven(target.value))
            }}
          />
        </span>
      </label>
      <p className="change" aria-live="polite">
        {change !== null && (
          <>
            <span>{t(change < 0 ? 'stillMissing' : 'change')}</span>
            <Amount dinars={Math.abs(change)} decimals="auto" />
          </>
        )}
      </p>
    </div>
  )
}
