import type { Texts } from '../texts/texts.ts'

export const USER_STATE = {
  active: { en: 'Active', fr: 'Actif', ar: 'نشط' },
  invited: { en: 'Invited', fr: 'Invité', ar: 'مدعوّ' },
  disabled: { en: 'Disabled', fr: 'Désactivé', ar: 'معطَّل' },
  locked: { en: 'Locked', fr: 'Bloqué', ar: 'محجوب' },
  tries: {
    en: '{count, plural, one {# failed attempt in 24 h} other {# failed attempts in 24 h}}',
    fr: '{count, plural, one {# essai faux en 24 h} other {# essais faux en 24 h}}',
    ar: '{count, plural, one {محاولة خاطئة في 24 ساعة} two {محاولتان خاطئتان في 24 ساعة} few {# محاولات خاطئة في 24 ساعة} many {# محاولة خاطئة في 24 ساعة} other {# محاولة خاطئة في 24 ساعة}}',
  },
} as const satisfies Texts
