import type { BankImportPreview } from '@wasl/protocol'
import { Amount } from '../../money/amount.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Day } from '../money/day.tsx'
import { RECON } from './texts.ts'

/** What an import would add: sums to compare with the bank's own, and the first lines. */
export const Preview = ({ preview }: { preview: BankImportPreview }) => {
  const t = useTexts(RECON)
  const { lines, added, from, to, first } = preview
  return (
    <section role="status">
      <p className="strong">
        {t('previewed', { lines, added })}{' '}
        {from !== null && to !== null && (
          <>
            <Day date={from} shows="short" /> – <Day date={to} shows="short" />
          </>
        )}
      </p>
      <p>
        {t.rich('previewSums', {
          in: <Amount dinars={preview.in} />,
          out: <Amount dinars={preview.out} />,
        })}
      </p>
      <ul className="details">
        {first.map(({ bookedOn, amount, description, isNew }, place) => (
          // Two lines of a bank may say the same.
          <li key={`${place} ${description}`}>
            <Day date={bookedOn} shows="short" /> · <Amount dinars={amount} /> ·{' '}
            <OutsideText>{description}</OutsideText>
            {!isNew && <small> {t('known')}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}
