import type { Texts } from '../../texts/texts.ts'

export const COMPARE = {
  title: { en: 'Compare with my book', fr: 'Comparer à mon livre', ar: 'المقارنة بدفتري' },
  lead: {
    en: 'Drop your list of invoices as CSV or JSON. Your browser compares it with the platform’s payments; nothing is sent.',
    fr: 'Déposez votre liste de factures en CSV ou JSON. Votre navigateur la compare aux paiements de la plateforme ; rien n’est envoyé.',
    ar: 'أفلتوا قائمة فواتيركم بصيغة CSV أو JSON. يقارنها متصفحكم بمدفوعات المنصّة، ولا يُرسل شيء.',
  },
  drop: {
    en: 'Drop the file here, or choose it',
    fr: 'Déposez le fichier ici, ou choisissez\u2011le',
    ar: 'أفلتوا الملف هنا أو اختاروه',
  },
  columns: {
    en: 'It needs a column for the reference and one for the amount. Columns for the state, the refund and the date are used too.',
    fr: 'Il lui faut une colonne de référence et une de montant. L’état, le remboursement et la date sont aussi lus.',
    ar: 'يلزم عمود للمرجع وعمود للمبلغ. وتُقرأ أيضًا أعمدة الحالة والاسترداد والتاريخ.',
  },
  from: { en: 'From', fr: 'Du', ar: 'من' },
  to: { en: 'To', fr: 'Au', ar: 'إلى' },
  running: {
    en: 'Reading the platform’s payments: {count} so far …',
    fr: 'Lecture des paiements de la plateforme : {count} pour l’instant …',
    ar: 'قراءة مدفوعات المنصّة: {count} حتى الآن …',
  },
  agreeing: { en: 'agree', fr: 'concordent', ar: 'متطابقة' },
  result: { en: 'The two books', fr: 'Les deux livres', ar: 'الدفتران' },
  missing_here: {
    en: 'missing from my book',
    fr: 'absents de mon livre',
    ar: 'ناقصة من دفتري',
  },
  missing_there: {
    en: 'only in my book',
    fr: 'seulement dans mon livre',
    ar: 'في دفتري وحده',
  },
  another_state: { en: 'in another state', fr: 'dans un autre état', ar: 'بحالة مختلفة' },
  another_amount: { en: 'with another amount', fr: 'avec un autre montant', ar: 'بمبلغ مختلف' },
  reference: { en: 'Reference', fr: 'Référence', ar: 'المرجع' },
  moreRows: {
    en: 'And {count} more. The command “wasl statement compare --json” gives all of them.',
    fr: 'Et {count} de plus. La commande « wasl statement compare --json » les donne tous.',
    ar: 'و{count} أخرى. يعطيها الأمر «wasl statement compare --json» كلها.',
  },
  waiting: {
    en: 'The limit of the list is reached; going on in {seconds} s …',
    fr: 'La limite de la liste est atteinte ; suite dans {seconds} s …',
    ar: 'بلغت القائمة حدّها؛ المتابعة بعد {seconds} ث …',
  },
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
  no_column: {
    en: 'No column named “{name}” was found. The first line was read as: {header}',
    fr: 'Aucune colonne « {name} » n’a été trouvée. La première ligne a été lue ainsi : {header}',
    ar: 'لم يُعثر على عمود باسم «{name}». قُرئ السطر الأول هكذا: {header}',
  },
  no_reference: {
    en: 'Line {line} has no reference. Give it one, or remove the line.',
    fr: 'La ligne {line} n’a pas de référence. Donnez-lui-en une, ou supprimez-la.',
    ar: 'السطر {line} بلا مرجع. أضيفوا مرجعًا أو احذفوا السطر.',
  },
  bad_amount: {
    en: 'Line {line}: “{text}” is not an amount in dinars with at most two decimals.',
    fr: 'Ligne {line} : « {text} » n’est pas un montant en dinars à deux décimales au plus.',
    ar: 'السطر {line}: «{text}» ليس مبلغًا بالدينار بخانتين عشريتين على الأكثر.',
  },
  bad_state: {
    en: 'Line {line}: “{text}” is not a state such as paid, refunded or open.',
    fr: 'Ligne {line} : « {text} » n’est pas un état comme payée, remboursée ou impayée.',
    ar: 'السطر {line}: «{text}» ليس حالة مثل مدفوعة أو مستردة أو غير مدفوعة.',
  },
  bad_date: {
    en: 'Line {line}: “{text}” is not a date such as 2026-11-22 or 22/11/2026.',
    fr: 'Ligne {line} : « {text} » n’est pas une date comme 2026-11-22 ou 22/11/2026.',
    ar: 'السطر {line}: «{text}» ليس تاريخًا مثل 2026-11-22 أو 22/11/2026.',
  },
  open_quote: {
    en: 'The quotation mark that opens in line {line} is never closed.',
    fr: 'Le guillemet ouvert à la ligne {line} n’est jamais fermé.',
    ar: 'علامة الاقتباس المفتوحة في السطر {line} لا تُغلق.',
  },
  too_large: {
    en: 'Line {line} is too long for a line of a book. Is a quotation mark missing before it?',
    fr: 'La ligne {line} est trop longue pour un livre. Manque-t-il un guillemet avant elle ?',
    ar: 'السطر {line} أطول من سطر دفتر. هل تنقص علامة اقتباس قبله؟',
  },
  bad_json: {
    en: 'The file begins like JSON and is not: {text}',
    fr: 'Le fichier commence comme du JSON et n’en est pas : {text}',
    ar: 'يبدأ الملف كأنه JSON وليس كذلك: {text}',
  },
  no_list: {
    en: 'The file is JSON. It needs a list of objects, or an object with one such list.',
    fr: 'Le fichier est du JSON. Il faut une liste d’objets, ou un objet avec une seule telle liste.',
    ar: 'الملف بصيغة JSON. يلزم قائمة كائنات، أو كائن فيه قائمة واحدة كهذه.',
  },
  not_text: {
    en: 'The file is not text in UTF-8. In the spreadsheet, save it as “CSV UTF-8”.',
    fr: 'Le fichier n’est pas du texte en UTF-8. Dans le tableur, enregistrez-le en « CSV UTF-8 ».',
    ar: 'الملف ليس نصًّا بترميز UTF-8. احفظوه في الجدول بصيغة «CSV UTF-8».',
  },
  empty: { en: 'The file has no line.', fr: 'Le fichier n’a aucune ligne.', ar: 'الملف بلا أسطر.' },
} as const satisfies Texts
