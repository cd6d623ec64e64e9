/** Refusals to change the state of a partner (D40). */
import type { ErrorEntry } from './entry.ts'

export const PARTNER_STATE_ERRORS = {
  PARTNER409_NOT_CERTIFIED: {
    status: 409,
    messages: {
      en: 'This partner has no certificate: no live check of the last 30 days passed every check at its present addresses. Let the partner run the checks in its portal (Health, with a reference that it knows), then try again. An owner can also let it go live with a reason, which the audit log keeps.',
      fr: 'Ce partenaire n’a pas de certificat : aucun contrôle en direct des 30 derniers jours n’a tout réussi à ses adresses actuelles. Le partenaire lance les contrôles dans son portail (Santé, avec une référence qu’il connaît), puis réessayez. Un propriétaire peut aussi le mettre en service avec un motif, que garde le journal d’audit.',
      ar: 'ليس لهذا الشريك شهادة: لم ينجح أي فحص مباشر خلال آخر 30 يومًا في كل بنوده على عناوينه الحالية. ليُجرِ الشريك الفحوص من بوابته (الحالة، مع مرجع يعرفه) ثم أعد المحاولة. ويستطيع مالك أن يضعه في الخدمة بذكر السبب الذي يحفظه سجل التدقيق.',
    },
  },
  PARTNER409_OTHER_STATE: {
    status: 409,
    messages: {
      en: 'The partner is {state}, and this does not follow that state. A testing partner goes live (go-live), a live one is paused (pause), a paused one goes on (resume). Read the partner and choose what follows its state.',
      fr: 'Le partenaire est dans l’état {state}, que cette action ne suit pas. Un partenaire en essai (testing) est mis en service (go-live), un partenaire en service (live) est suspendu (pause), un partenaire suspendu (paused) reprend (resume). Relisez le partenaire et choisissez l’action qui suit son état.',
      ar: 'حالة الشريك {state}، ولا يتبعها هذا الإجراء. الشريك قيد الاختبار (testing) يوضع في الخدمة (go-live)، والعامل (live) يوقف مؤقتًا (pause)، والموقوف (paused) يُستأنف (resume). اقرأ الشريك واختر ما يتبع حالته.',
    },
    extra: { state: 'testing' },
  },
} as const satisfies Record<string, ErrorEntry>
