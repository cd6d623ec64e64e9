import type { Lookup } from '@wasl/partner-kit'

export const lookup: Lookup = (reference) => {
  if (reference !== 'EAU-2026-11-0042') return { status: 'not_found' }
  return {
    status: 'payable',
    total_amount: 1845.5,
    amount_detail: [
      { label_ar: 'الاستهلاك', label_fr: 'Consommation', label_en: 'Consumption', value: 1695.5 },
      { label_ar: 'رسم ثابت', label_fr: 'Redevance fixe', label_en: 'Fixed charge', value: 150 },
    ],
    details: [
      { label_ar: 'الفترة', label_fr: 'Période', label_en: 'Period', value: '2026-10' },
      { label_ar: 'العدّاد', label_fr: 'Compteur', label_en: 'Meter', value: '1830-77' },
    ],
  }
}
