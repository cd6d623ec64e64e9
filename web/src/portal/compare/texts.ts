import type { Texts } from '../../shared/texts.ts'

export const COMPARE = {
  title: { en: 'Compare with my book', fr: 'Comparer à mon livre', ar: 'المقارنة بدفتري' },
  lead: {
    en: 'Drop your list of invoices as CSV. Your browser compares it with the platform’s payments; nothing is sent.',
    fr: 'Déposez votre liste de factures en CSV. Votre navigateur la compare aux paiements de la plateforme ; rien n’est envoyé.',
    ar: 'أفلتوا قائمة فواتيركم بصيغة CSV. يقارنها متصفحكم بمدفوعات المنصّة، ولا يُرسل شيء.',
  },
  drop: {
    en: 'Drop the file here, or choose it',
    fr: 'Déposez le fichier ici, ou choisissez-le',
    ar: 'أفلتوا الملف هنا أو اختاروه',
  },
  columns: {
    en: 'It needs a column for the reference and one for the amount; a column for the state is used too.',
    fr: 'Il lui faut une colonne de référence et une de montant ; une colonne d’état est aussi lue.',
    ar: 'يلزم عمود للمرجع وعمود للمبلغ، ويُقرأ عمود الحالة أيضًا.',
  },
  from: { en: 'From', fr: 'Du', ar: 'من' },
  to: { en: 'To', fr: 'Au', ar: 'إلى' },
  running: {
    en: 'Reading the platform’s payments: {count} so far …',
    fr: 'Lecture des paiements de la plateforme : {count} pour l’instant …',
    ar: 'قراءة مدفوعات المنصّة: {count} حتى الآن …',
  },
  agreeing: { en: 'agree', fr: 'concordent', ar: 'متطابقة' },
  differing: { en: 'differ', fr: 'diffèrent', ar: 'مختلفة' },
  mine: { en: 'in my book', fr: 'dans mon livre', ar: 'في دفتري' },
  theirs: { en: 'on the platform', fr: 'sur la plateforme', ar: 'على المنصّة' },
  all: {
    en: 'Both books agree, to the centime.',
    fr: 'Les deux livres concordent, au centime près.',
    ar: 'الدفتران متطابقان إلى السنتيم.',
  },
  nothing: { en: 'not there', fr: 'absent', ar: 'غير موجود' },
  open: { en: 'not paid', fr: 'non payé', ar: 'غير مدفوع' },
  paid: { en: 'paid', fr: 'payé', ar: 'مدفوع' },
  refunded: { en: 'refunded', fr: 'remboursé', ar: 'مُسترَد' },
  noColumn: {
    en: 'The first line has no column named “{name}”. It was read as: {header}',
    fr: 'La première ligne n’a pas de colonne « {name} ». Elle a été lue ainsi : {header}',
    ar: 'لا يحوي السطر الأول عمودًا باسم «{name}». قُرئ هكذا: {header}',
  },
  badAmount: {
    en: 'Line {line}: “{text}” is not an amount in dinars.',
    fr: 'Ligne {line} : « {text} » n’est pas un montant en dinars.',
    ar: 'السطر {line}: «{text}» ليس مبلغًا بالدينار.',
  },
  badState: {
    en: 'Line {line}: “{text}” is not a state such as paid, refunded or open.',
    fr: 'Ligne {line} : « {text} » n’est pas un état comme payée, remboursée ou impayée.',
    ar: 'السطر {line}: «{text}» ليس حالة مثل مدفوعة أو مستردة أو غير مدفوعة.',
  },
  empty: { en: 'The file has no line.', fr: 'Le fichier n’a aucune ligne.', ar: 'الملف بلا أسطر.' },
} as const satisfies Texts
