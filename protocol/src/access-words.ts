/** Who can do what, in words: for the screens, and for files that people read. */
import type { Words } from './words.ts'

export const ACCESS_KIND_WORDS = {
  person: { en: 'Person', fr: 'Personne', ar: 'شخص' },
  key: { en: 'Key', fr: 'Clé', ar: 'مفتاح' },
  device: { en: 'Device', fr: 'Appareil', ar: 'جهاز' },
} as const satisfies Words

export const ACCESS_ROLE_WORDS = {
  owner: { en: 'Owner', fr: 'Propriétaire', ar: 'المالك' },
  engineer: { en: 'Engineer', fr: 'Ingénieur', ar: 'مهندس' },
  support: { en: 'Support', fr: 'Support', ar: 'الدعم' },
  'finance-maker': { en: 'Finance, prepares', fr: 'Finance, prépare', ar: 'المالية، يُعِدّ' },
  'finance-checker': { en: 'Finance, checks', fr: 'Finance, contrôle', ar: 'المالية، يراجع' },
  auditor: { en: 'Auditor', fr: 'Auditeur', ar: 'مدقّق' },
  finance: { en: 'Finance', fr: 'Finance', ar: 'المالية' },
  developer: { en: 'Developer', fr: 'Développeur', ar: 'مطوّر' },
  viewer: { en: 'Viewer', fr: 'Lecteur', ar: 'قارئ' },
  manager: { en: 'Manager', fr: 'Responsable', ar: 'مدير' },
  supervisor: { en: 'Supervisor', fr: 'Superviseur', ar: 'مشرف' },
  agent: { en: 'Agent', fr: 'Agent', ar: 'عون' },
  courier: { en: 'Courier', fr: 'Livreur', ar: 'ساعٍ' },
} as const satisfies Words

/** What a key without a role may do. */
export const ACCESS_SCOPE_WORDS = {
  all: { en: 'Everything', fr: 'Tout', ar: 'كل شيء' },
} as const satisfies Words
