import { PARTS } from '../../texts/parts.texts.ts'
import { Bone } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'

const CARDS = [
  { place: 'w12', lines: 3 },
  { place: 'w6', lines: 6 },
  { place: 'w6', lines: 6 },
  { place: 'w7', lines: 9 },
  { place: 'w5', lines: 9 },
] as const

/** The cards of the overview before they come. */
export const OverviewBones = () => {
  const t = useTexts(PARTS)
  return (
    <section className="overview bones" aria-busy="true" aria-label={t('loading')}>
      {CARDS.map(({ place, lines }, card) => (
        // oxlint-disable-next-line react/no-array-index-key -- nothing else tells them apart
        <div key={card} className={`card body ${place}`}>
          {Array.from({ length: lines }, (_, line) => (
            // oxlint-disable-next-line react/no-array-index-key -- nothing else tells them apart
            <p key={line}>
              <Bone width={line === 0 ? '30%' : `${92 - ((line * 17) % 40)}%`} />
            </p>
          ))}
        </div>
      ))}
    </section>
  )
}
