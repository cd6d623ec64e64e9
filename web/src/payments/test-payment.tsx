import { Badge } from '../components/badge.tsx'
import type { Texts } from '../texts/texts.ts'
import { useTexts } from '../texts/texts.ts'

const TEST = {
  payment: { en: 'Test payment', fr: 'Paiement d’essai', ar: 'دفعة اختبار' },
} as const satisfies Texts

/** Beside a payment that a test channel took: no real money, though the books count it (W266). */
export const TestBadge = ({ isTest }: { isTest: boolean }) => {
  const t = useTexts(TEST)
  return isTest && <Badge kind="wait">{t('payment')}</Badge>
}
