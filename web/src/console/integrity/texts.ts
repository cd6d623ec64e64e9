import type { Texts } from '../../texts/texts.ts'

export const INTEGRITY = {
  title: { en: 'Integrity', fr: 'Intégrité', ar: 'السلامة' },
  run: { en: 'Check now', fr: 'Contrôler maintenant', ar: 'افحص الآن' },
  running: {
    en: 'Checking… this takes at most half a minute.',
    fr: 'Contrôle en cours… une demi-minute au plus.',
    ar: 'جارٍ الفحص… نصف دقيقة على الأكثر.',
  },
  never: {
    en: 'Nothing was checked yet. The platform checks by itself after each closed day.',
    fr: 'Aucun contrôle pour l’instant. La plateforme contrôle seule après chaque journée close.',
    ar: 'لم يُفحص شيء بعد. تفحص المنصّة وحدها بعد إقفال كل يوم.',
  },
  holds: {
    en: 'Everything agrees: {count, plural, one {# check} other {# checks}} of payments, webhooks and books.',
    fr: 'Tout concorde : {count, plural, one {# contrôle} other {# contrôles}} des paiements, des webhooks et des livres.',
    ar: 'كل شيء متطابق: {count, plural, one {فحص واحد} two {فحصان} few {# فحوص} other {# فحصًا}} للمدفوعات والإشعارات والدفاتر.',
  },
  violated: {
    en: '{count, plural, one {One check is} other {# checks are}} contradicted. Call an engineer before you pay anybody.',
    fr: '{count, plural, one {Un contrôle est contredit} other {# contrôles sont contredits}}. Prévenez un ingénieur avant tout virement.',
    ar: '{count, plural, one {فحص واحد فيه خلل} two {فحصان فيهما خلل} few {# فحوص فيها خلل} other {# فحصًا فيها خلل}}. اتصل بمهندس قبل أي تحويل.',
  },
  ofBank: {
    en: 'The platform’s books agree. The imported lines of the bank take the partners’ account below zero: say what these lines are, or ask the bank, before you pay anybody.',
    fr: 'Les livres de la plateforme concordent. Les lignes importées de la banque rendent négatif le compte des partenaires : rapprochez ces lignes, ou appelez la banque, avant tout virement.',
    ar: 'دفاتر المنصّة متطابقة. لكن أسطر البنك المستوردة تُنزل حساب الشركاء تحت الصفر: طابق هذه الأسطر أو اسأل البنك قبل أي تحويل.',
  },
  partly: {
    en: 'What was checked agrees. {count, plural, one {One check was} other {# checks were}} not run: the time was over.',
    fr: 'Ce qui a été contrôlé concorde. {count, plural, one {Un contrôle n’a} other {# contrôles n’ont}} pas eu le temps de tourner.',
    ar: 'ما فُحص متطابق. {count, plural, one {فحص واحد لم يُجرَ} two {فحصان لم يُجريا} few {# فحوص لم تُجرَ} other {# فحصًا لم تُجرَ}} لانتهاء الوقت.',
  },
  when: {
    en: 'Checked {at} by {who}, in {seconds} s.',
    fr: 'Contrôlé le {at} par {who}, en {seconds} s.',
    ar: 'جرى الفحص في {at} من طرف {who}، خلال {seconds} ث.',
  },
  platform: { en: 'the platform', fr: 'la plateforme', ar: 'المنصّة' },
  through: {
    en: 'The books are closed through {day}.',
    fr: 'Les livres sont clos jusqu’au {day}.',
    ar: 'الدفاتر مقفلة إلى غاية {day}.',
  },
  payments: { en: 'Payments', fr: 'Paiements', ar: 'المدفوعات' },
  webhooks: { en: 'Webhooks', fr: 'Webhooks', ar: 'إشعارات webhook' },
  codes: { en: 'QR codes and status', fr: 'Codes QR et état', ar: 'رموز QR والحالة' },
  books: { en: 'Books', fr: 'Livres', ar: 'الدفاتر' },
  agree: {
    en: '{count, plural, one {# agrees} other {# agree}}',
    fr: '{count, plural, one {# concorde} other {# concordent}}',
    ar: 'المتطابقة: {count}',
  },
  which: { en: 'What was checked', fr: 'Ce qui a été contrôlé', ar: 'ما الذي فُحص' },
  good: { en: 'Agrees', fr: 'Concorde', ar: 'متطابق' },
  bad: { en: 'Contradicted', fr: 'Contredit', ar: 'خلل' },
  skipped: { en: 'Not run', fr: 'Non exécuté', ar: 'لم يُجرَ' },
  askedSince: {
    en: 'The newest rows, and older ones since {at}: the next check goes on before them.',
    fr: 'Les lignes les plus récentes, et de plus anciennes depuis le {at} : le prochain contrôle continue avant elles.',
    ar: 'أحدث السطور، وأقدم منها منذ {at}: يتابع الفحص القادم ما قبلها.',
  },
  rows: { en: 'The rows', fr: 'Les lignes', ar: 'السطور' },
} as const satisfies Texts
