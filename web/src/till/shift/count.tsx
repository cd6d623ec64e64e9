import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { Denomination } from '@wasl/protocol'
import { Amount } from '../../money/amount.tsx'
import { useTexts } from '../base/texts.ts'
import { CENTIME, readPieces, SMALL, sumOf, USUAL, valueOf, type Pieces } from './notes.ts'
import { SHIFT } from './texts.ts'

export type CountProps = { pieces: Pieces; onPieces: (pieces: Pieces) => void }

/** A blind count: how many of each, and what that makes. Nothing says what is expected. */
export const Count = ({ pieces, onPieces }: CountProps) => {
  const t = useTexts(SHIFT)
  return (
    <>
      <ol className="count">
        {[...USUAL, ...SMALL].map((name) => (
          <Row
            key={name}
            name={name}
            count={pieces[name] ?? 0}
            onCount={(count) => onPieces({ ...pieces, [name]: count })}
          />
        ))}
        <Centimes
          count={pieces[CENTIME] ?? 0}
          onCount={(count) => onPieces({ ...pieces, [CENTIME]: count })}
        />
      </ol>
      <p className="total" aria-live="polite">
        <span className="soft">{t('counted')}</span>
        <Amount dinars={sumOf(pieces)} decimals="auto" />
      </p>
    </>
  )
}

/** Coins below a dinar are rare: their sum is one field, for those who have some. */
const Centimes = ({ count, onCount }: Omit<RowProps, 'name'>) => {
  const t = useTexts(SHIFT)
  return (
    <li>
      <span className="face-value small">{t('centimes')}</span>
      <span className="step one">
        <input
          inputMode="numeric"
          aria-label={t('centimesIn')}
          value={count === 0 ? '' : count}
          placeholder="0"
          onChange={({ target }) => {
            const typed = readPieces(target.value)
            if (typed !== null) onCount(typed)
          }}
        />
      </span>
      <output className={count === 0 ? 'zero' : undefined}>
        <Amount dinars={valueOf(CENTIME, count)} decimals="auto" currency={false} />
      </output>
    </li>
  )
}

type RowProps = { name: Denomination; count: number; onCount: (count: number) => void }

const Row = ({ name, count, onCount }: RowProps) => {
  const t = useTexts(SHIFT)
  const value = valueOf(name, 1)
  return (
    <li>
      <span className="face-value">
        <Amount dinars={value} decimals="auto" currency={false} />
      </span>
      <span className="step">
        <button
          type="button"
          aria-label={t('fewer', { value })}
          disabled={count === 0}
          onClick={() => onCount(count - 1)}
        >
          <IconMinus aria-hidden />
        </button>
        <input
          inputMode="numeric"
          aria-label={t('pieces', { value })}
          value={count === 0 ? '' : count}
          placeholder="0"
          onChange={({ target }) => {
            const typed = readPieces(target.value)
            if (typed !== null) onCount(typed)
          }}
        />
        <button type="button" aria-label={t('more', { value })} onClick={() => onCount(count + 1)}>
          <IconPlus aria-hidden />
        </button>
      </span>
      <output className={count === 0 ? 'zero' : undefined}>
        <Amount dinars={valueOf(name, count)} decimals="auto" currency={false} />
      </output>
    </li>
  )
}

/** What was counted, to be read once more. */
export const CountSlip = ({ pieces }: { pieces: Pieces }) => (
  <table className="slip">
    <tbody>
      {[...USUAL, ...SMALL, CENTIME]
        .filter((name) => (pieces[name] ?? 0) > 0)
        .map((name) => (
          <tr key={name}>
            <td className="num">{pieces[name]} ×</td>
            <td className="num">
              <Amount dinars={valueOf(name, 1)} decimals="auto" currency={false} />
            </td>
            <td className="num">
              <Amount dinars={valueOf(name, pieces[name] ?? 0)} decimals="auto" currency={false} />
            </td>
          </tr>
        ))}
    </tbody>
  </table>
)
