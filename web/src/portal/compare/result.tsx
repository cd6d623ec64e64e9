import {
  BOOK_ADVICE,
  BOOK_DIFFERENCES,
  type BookComparison,
  type BookDifference,
  type BookDifferenceName,
  type BookEntry,
} from '@wasl/protocol/books'
import { Amount } from '../../money/amount.tsx'
import { useLanguage } from '../../texts/language.ts'
import { Reference } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { Scroll } from '../../components/scroll.tsx'
import { useTexts } from '../../texts/texts.ts'
import { COMPARE } from './texts.ts'

/** A person works through these first; the command line gives all of them. */
const SHOWN_MAX = 200

const netOf = ({ paid, refunded }: BookComparison['totals']['here']): number =>
  (paid - refunded) / 100

/** What agrees, and each kind of difference with what to do about it. */
export const Result = ({ comparison }: { comparison: BookComparison }) => {
  const t = useTexts(COMPARE)
  const { agreeing, differences, totals } = comparison
  const groups = BOOK_DIFFERENCES.map((name) => ({
    name,
    found: differences.filter(({ difference }) => difference === name),
  }))
  return (
    <>
      <Card title={t('result')}>
        <dl className="tally">
          <Figure name={t('agreeing')}>{agreeing}</Figure>
          {groups.map(({ name, found }) => (
            <Figure key={name} name={t(name)}>
              {found.length}
            </Figure>
          ))}
          <Figure name={t('mine')}>
            <Amount dinars={netOf(totals.here)} />
          </Figure>
          <Figure name={t('theirs')}>
            <Amount dinars={netOf(totals.there)} />
          </Figure>
        </dl>
        {differences.length === 0 && <p className="notice done">{t('all')}</p>}
      </Card>
      {groups
        .filter(({ found }) => found.length > 0)
        .map(({ name, found }) => (
          <Group key={name} name={name} found={found} />
        ))}
    </>
  )
}

const Figure = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

type GroupProps = { name: BookDifferenceName; found: readonly BookDifference[] }

const Group = ({ name, found }: GroupProps) => {
  const t = useTexts(COMPARE)
  const { language } = useLanguage()
  return (
    <Card title={t(name)} note={String(found.length)} isTable>
      <p className="advice">{BOOK_ADVICE[name][language]}</p>
      <Scroll label={t(name)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('reference')}</th>
              <th scope="col">{t('mine')}</th>
              <th scope="col">{t('theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, SHOWN_MAX).map((one) => (
              <tr key={one.reference}>
                <th scope="row">
                  <Reference>{one.reference}</Reference>
                </th>
                <td>
                  <Entry entry={one.here} />
                </td>
                <td>
                  <Entry entry={one.there} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {found.length > SHOWN_MAX && (
        <p className="advice">{t('moreRows', { count: found.length - SHOWN_MAX })}</p>
      )}
    </Card>
  )
}

const Entry = ({ entry }: { entry: BookEntry | null }) => {
  const t = useTexts(COMPARE)
  if (entry === null) return <span className="soft">{t('nothing')}</span>
  const { state, amount, refundedAmount } = entry
  return (
    <>
      {t(state)}
      {amount !== null && amount !== 0 && (
        <>
          {' '}
          <Amount dinars={amount} />
        </>
      )}
      {refundedAmount !== null && refundedAmount !== 0 && (
        <>
          {' · '}
          <Amount dinars={-refundedAmount} />
        </>
      )}
    </>
  )
}
