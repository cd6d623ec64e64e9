import type { Texts } from '../../texts/texts.ts'

export const SEARCH = {
  find: {
    en: 'Reference, amount, receipt, partner, channel, request',
    fr: 'Référence, montant, reçu, partenaire, canal, n° de requête',
    ar: 'مرجع، مبلغ، وصل، شريك، قناة، رقم طلب',
  },
  findOwn: {
    en: 'Reference, amount, receipt, statement',
    fr: 'Référence, montant, reçu, relevé',
    ar: 'مرجع، مبلغ، وصل، كشف',
  },
  title: { en: 'Search', fr: 'Rechercher', ar: 'البحث' },
  hint: {
    en: 'Type what the caller says: an amount, a city, a day, a time, a reference or its end. More words narrow the search.',
    fr: 'Saisissez ce que dit l’appelant : un montant, une ville, un jour, une heure, une référence ou sa fin. Plus de mots précisent.',
    ar: 'اكتب ما يقوله المتصل: مبلغًا، مدينة، يومًا، ساعة، مرجعًا أو نهايته. كلمات أكثر تضيّق البحث.',
  },
  hintOwn: {
    en: 'Type a reference or its beginning, an amount, a receipt, or the number of a statement.',
    fr: 'Saisissez une référence ou son début, un montant, un reçu ou le numéro d’un relevé.',
    ar: 'اكتبوا مرجعًا أو بدايته، مبلغًا، وصلًا، أو رقم كشف.',
  },
  understood: {
    en: 'Understood as {amount}, since {day}',
    fr: 'Compris comme {amount}, depuis le {day}',
    ar: 'فُهم على أنه {amount}، منذ {day}',
  },
  none: {
    en: 'Nothing was found. Try a shorter beginning, or the amount.',
    fr: 'Rien n’a été trouvé. Essayez un début plus court, ou le montant.',
    ar: 'لم يُعثر على شيء. جرّب بداية أقصر، أو المبلغ.',
  },
  noPhone: {
    en: 'Phone numbers of payers are not searched. Ask for the reference, the amount or the number of the receipt.',
    fr: 'Les numéros de téléphone des payeurs ne sont pas recherchés. Demandez la référence, le montant ou le numéro du reçu.',
    ar: 'لا يُبحث بأرقام هواتف الدافعين. اطلب المرجع أو المبلغ أو رقم الوصل.',
  },
  noPayer: {
    en: 'Names of payers are not searched: only the page of a payment shows them.',
    fr: 'Les noms des payeurs ne sont pas recherchés : seule la page d’un paiement les montre.',
    ar: 'لا يُبحث بأسماء الدافعين: لا تظهر إلا في صفحة الدفعة.',
  },
  all: {
    en: 'Show all payments that match',
    fr: 'Afficher tous les paiements trouvés',
    ar: 'عرض كل المدفوعات المطابقة',
  },
  partial: {
    en: 'A part of the search took too long. Type more of it.',
    fr: 'Une partie de la recherche a pris trop de temps. Précisez-la.',
    ar: 'استغرق جزء من البحث وقتًا طويلًا. زد في الدقة.',
  },
  more: {
    en: 'There are more: type more of it.',
    fr: 'Il y en a d’autres : précisez.',
    ar: 'هناك المزيد: زد في الدقة.',
  },
  results: { en: 'Results', fr: 'Résultats', ar: 'النتائج' },
  payments: { en: 'Payments', fr: 'Paiements', ar: 'المدفوعات' },
  partners: { en: 'Partners', fr: 'Partenaires', ar: 'الشركاء' },
  channels: { en: 'Channels', fr: 'Canaux', ar: 'القنوات' },
  agents: { en: 'Agents', fr: 'Agents', ar: 'الأعوان' },
  statements: { en: 'Statements', fr: 'Relevés', ar: 'كشوف الحساب' },
  events: { en: 'Events', fr: 'Événements', ar: 'الإشعارات' },
  records: { en: 'Other records', fr: 'Autres pièces', ar: 'قيود أخرى' },
  requests: { en: 'Requests', fr: 'Requêtes', ar: 'الطلبات' },
  refund: { en: 'Refund', fr: 'Remboursement', ar: 'ردّ مبلغ' },
  shift: { en: 'Shift', fr: 'Session de caisse', ar: 'جلسة صندوق' },
  handover: { en: 'Handover', fr: 'Passation', ar: 'تسليم' },
  deposit: { en: 'Bank deposit', fr: 'Versement en banque', ar: 'إيداع بنكي' },
  case: { en: 'Cash without a payment', fr: 'Espèces sans paiement', ar: 'مبلغ بلا دفعة' },
  remittance: { en: 'Remittance', fr: 'Remise de fonds', ar: 'تحويل أموال' },
  float: { en: 'Float', fr: 'Fonds de caisse', ar: 'رصيد الصندوق' },
  variance: { en: 'Variance', fr: 'Écart', ar: 'فارق' },
  payout: { en: 'Payout', fr: 'Virement', ar: 'تحويل' },
  bankLine: { en: 'Bank line', fr: 'Ligne bancaire', ar: 'سطر بنكي' },
} as const satisfies Texts
