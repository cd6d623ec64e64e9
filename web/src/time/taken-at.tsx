import type { ReactNode } from 'react'
import { Moment } from './moment.tsx'
import { useTexts, type Texts } from '../texts/texts.ts'
import { localDay } from './zone.ts'

const TAKEN_AT = {
  waited: {
    en: 'By the till’s clock, the money was taken at {taken}. The confirmation was sent at {sent}.',
    fr: 'Selon l’horloge de la caisse, l’argent a été encaissé à {taken}. La confirmation est partie à {sent}.',
    ar: 'حسب ساعة الشبّاك، قُبض المبلغ على {taken}، وأُرسل التأكيد على {sent}.',
  },
  waitedDays: {
    en: 'By the till’s clock, the money was taken on {taken}. The confirmation was sent at {sent}.',
    fr: 'Selon l’horloge de la caisse, l’argent a été encaissé le {taken}. La confirmation est partie à {sent}.',
    ar: 'حسب ساعة الشبّاك، قُبض المبلغ يوم {taken}، وأُرسل التأكيد على {sent}.',
  },
} as const satisfies Texts

/** A confirmation that came sooner did not wait for the network. */
const WAITED_MS_MIN = 60_000

export type Confirmation = {
  /** When the channel says that it took the money; null when it did not say. */
  takenAt: string | null
  /** When the platform booked it. */
  at: string
}

/** Says when the money was taken, where the confirmation came later than that. */
export const useTakenAt = (): ((confirmation: Confirmation) => ReactNode | undefined) => {
  const t = useTexts(TAKEN_AT)
  return ({ takenAt, at }) => {
    if (takenAt === null || Date.parse(at) - Date.parse(takenAt) < WAITED_MS_MIN) return undefined
    const isSameDay = localDay(takenAt) === localDay(at)
    return t.rich(isSameDay ? 'waited' : 'waitedDays', {
      taken: <Moment key="taken" at={takenAt} shows={isSameDay ? 'time' : 'short'} />,
      sent: <Moment key="sent" at={at} shows="time" />,
    })
  }
}
