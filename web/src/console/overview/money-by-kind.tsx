import { Amount } from '../../money/amount.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { Overview } from './overview.ts'
import { OVERVIEW } from './texts.ts'

/** Today by kind of channel: a bar and its figures in one row. */
export const MoneyByKind = ({ kinds }: { kinds: Overview['byKind'] }) => {
  const t = useTexts(OVERVIEW)
  const most = Math.max(...kinds.map(({ collected }) => collected), 1)
  if (kinds.length === 0) return null
  return (
    <Card title={t('byKind')}>
      <table className="small-table">
        <caption className="hide">{t('byKind')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('kind')}</th>
            <td className="track-cell" />
            <th scope="col" className="num">
              {t('dinars')}
            </th>
            <th scope="col" className="num">
              {t('count')}
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ channelKind, collected, payments }) => (
            <tr key={channelKind}>
              <th scope="row">{t(channelKind)}</th>
              <td className="track-cell">
                <span className="track">
                  <i style={{ inlineSize: `${(collected / most) * 100}%` }} />
                </span>
              </td>
              <td className="num">
                <Amount dinars={collected} currency={false} />
              </td>
              <td className="num">{payments}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
