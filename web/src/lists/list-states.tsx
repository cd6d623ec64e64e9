import { IconWifiOff } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { momentText } from '../time/moment.tsx'
import { PARTS } from '../texts/parts.texts.ts'
import { useTexts } from '../texts/texts.ts'

const BONE_ROWS = 8

/** What rows look like before they come. Shown after 200 ms (data-table.css). */
export const BoneRows = ({ columns, label }: { columns: number; label: string }) => (
  <section className="card bones" aria-busy="true" aria-label={label}>
    {Array.from({ length: BONE_ROWS }, (_, row) => (
      // oxlint-disable-next-line react/no-array-index-key -- nothing else tells them apart
      <div key={row} className="bones-row">
        {Array.from({ length: Math.min(columns, 5) }, (__, column) => (
          // oxlint-disable-next-line react/no-array-index-key -- nothing else tells them apart
          <span key={column} className={`bone bone-${(row * 2 + column) % 5}`} />
        ))}
      </div>
    ))}
  </section>
)

/** What was known stays, dated. */
export const StaleNotice = ({ readAt }: { readAt: number }) => {
  const t = useTexts(PARTS)
  const intl = useIntl()
  const time = momentText(intl, new Date(readAt).toISOString(), 'seconds')
  return (
    <div className="notice wait stale" role="status">
      <IconWifiOff aria-hidden />
      <p>{t('stale', { time })}</p>
    </div>
  )
}
