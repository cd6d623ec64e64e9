import type { RuleTexts } from './rules-of-payments.ts'

/** The checks of the books, the cash, the bank and the statements: L1 to L9 and those of the decisions. */
export const RULES_OF_MONEY: RuleTexts = {
  'L1: refunds never exceed their payment': {
    fr: 'Les remboursements ne dépassent jamais leur paiement.',
    ar: 'المبالغ المردودة لا تتجاوز دفعتها أبدًا.',
  },
  'L1: the refunded amount of a payment is the sum of its refunds that were made': {
    fr: 'Le montant remboursé d’un paiement est la somme de ses remboursements effectués.',
    ar: 'المبلغ المردود من دفعة هو مجموع ما أُجري من ردودها.',
  },
  'L1: each refund that was made has its REFUND, and no other has': {
    fr: 'Chaque remboursement effectué a son écriture REFUND, et aucun autre.',
    ar: 'لكل ردّ أُجري قيده REFUND، ولا قيد لغيره.',
  },
  'L1: each refund has a REFUND_PAID for each time it was paid, and what undid it': {
    fr: 'Chaque remboursement a une écriture REFUND_PAID par versement, et celle qui l’annule.',
    ar: 'لكل ردّ قيد REFUND_PAID عن كل مرة دُفع، والقيد الذي أبطله.',
  },
  'L1: refunds change their status as allowed, and the status is the last of the history': {
    fr: 'Les remboursements changent d’état comme permis, et l’état est le dernier de l’historique.',
    ar: 'تتغيّر حالة الردود كما هو مسموح، والحالة آخر ما في السجل.',
  },
  'L1: each event of a refund is of one that was made, with its amount': {
    fr: 'Chaque événement de remboursement concerne un remboursement effectué, avec son montant.',
    ar: 'كل إشعار ردّ يخص ردًّا أُجري، بمبلغه.',
  },
  'L6: nobody approves or declines what they asked for': {
    fr: 'Personne n’approuve ni ne refuse ce qu’il a demandé.',
    ar: 'لا أحد يوافق على ما طلبه أو يرفضه.',
  },
  'L1: each payment that was paid has exactly one COLLECT of its amount': {
    fr: 'Chaque paiement payé a une seule écriture COLLECT de son montant.',
    ar: 'لكل دفعة مدفوعة قيد COLLECT واحد بمبلغها.',
  },
  'L1: who took the money of a payment is an agent of its channel, and its COLLECT says the same': {
    fr: 'Celui qui a encaissé est un agent du canal, et l’écriture COLLECT le dit aussi.',
    ar: 'من قبض المال عون في القناة، وقيد COLLECT يقول ذلك.',
  },
  'L2: ledger_days is what the transfers of the roll-up add up to': {
    fr: 'Les totaux par jour sont la somme des écritures cumulées.',
    ar: 'مجاميع الأيام هي مجموع القيود المجمّعة.',
  },
  'L2: ledger_totals is what ledger_days adds up to': {
    fr: 'Les totaux sont la somme des totaux par jour.',
    ar: 'المجاميع الكلية هي مجموع مجاميع الأيام.',
  },
  'L6: nobody approved an adjustment that they made, and each approved one has its transfer': {
    fr: 'Personne n’a approuvé sa propre correction, et chaque correction approuvée a son écriture.',
    ar: 'لم يوافق أحد على تصحيح أجراه، ولكل تصحيح موافَق عليه قيده.',
  },
  'L7: nothing was written to a day after it was closed': {
    fr: 'Rien n’a été écrit sur une journée après sa clôture.',
    ar: 'لم يُكتب شيء في يوم بعد إقفاله.',
  },
  'L7: the days before the open day are sealed, or their closing waits': {
    fr: 'Les journées avant la journée ouverte sont arrêtées, ou leur clôture attend.',
    ar: 'الأيام قبل اليوم المفتوح موقوفة، أو ينتظر إقفالها.',
  },
  'L8: in each currency debits equal credits': {
    fr: 'Dans chaque monnaie, les débits égalent les crédits.',
    ar: 'في كل عملة، المدين يساوي الدائن.',
  },
  'L6: the person who counted does not decide on the difference': {
    fr: 'Celui qui a compté ne décide pas de l’écart.',
    ar: 'من عدّ لا يقرر في الفرق.',
  },
  'L9: the account of a variance has its difference while it is open, and nothing after': {
    fr: 'Le compte d’un écart contient cet écart tant qu’il est ouvert, puis rien.',
    ar: 'حساب الفرق فيه الفرق ما دام مفتوحًا، ثم لا شيء.',
  },
  'L9: the account of a case has its cash while it is open, and nothing after': {
    fr: 'Le compte d’un dossier contient ses espèces tant qu’il est ouvert, puis rien.',
    ar: 'حساب الملف فيه نقده ما دام مفتوحًا، ثم لا شيء.',
  },
  'D30: a shift is counted if and only if there is a count of it': {
    fr: 'Une session de caisse est comptée si, et seulement si, son comptage existe.',
    ar: 'جلسة الصندوق معدودة إذا، وفقط إذا، وُجد عدّها.',
  },
  'D30: the difference of a count is its variance': {
    fr: 'La différence d’un comptage est son écart.',
    ar: 'فرق العدّ هو فرقه المسجّل.',
  },
  'D30: what a count expected is the sum of its parts, one for each cell': {
    fr: 'L’attendu d’un comptage est la somme de ses parts, une par cellule.',
    ar: 'المنتظر في العدّ مجموع أجزائه، جزء لكل خلية.',
  },
  'D30: a shift is reviewed after a person decided on its variance, and closed after any decision':
    {
      fr: 'Une session est revue après la décision d’une personne sur son écart, et close après toute décision.',
      ar: 'تُراجع الجلسة بعد قرار شخص في فرقها، وتُقفل بعد أي قرار.',
    },
  'D30: the float of a shift has moved from the safe to the agent': {
    fr: 'Le fond de caisse est passé du coffre à l’agent.',
    ar: 'انتقلت سيولة الجلسة من الخزنة إلى العون.',
  },
  'D30: no agent owes less than nothing': {
    fr: 'Aucun agent ne doit moins que rien.',
    ar: 'لا عون دَينه أقل من صفر.',
  },
  'L4: no agent and no safe holds less than nothing': {
    fr: 'Aucun agent ni coffre ne détient moins que rien.',
    ar: 'لا عون ولا خزنة يملك أقل من صفر.',
  },
  'L4: a handover has moved what was counted, once it is received': {
    fr: 'Une passation reçue a déplacé ce qui a été compté.',
    ar: 'التسليم المستلَم نقل ما عُدّ.',
  },
  'L4: what is in transit are the open bags': {
    fr: 'Ce qui est en route, ce sont les sacs ouverts.',
    ar: 'ما في الطريق هو الأكياس المفتوحة.',
  },
  'D30: what the bank credited for bags and remittances is in the ledger once': {
    fr: 'Ce que la banque a crédité pour sacs et remises est une fois dans les livres.',
    ar: 'ما قيّده البنك للأكياس والتحويلات في الدفاتر مرة واحدة.',
  },
  'D30: a confirmed remittance nets what it says': {
    fr: 'Une remise confirmée compense ce qu’elle dit.',
    ar: 'التحويل المؤكد يقاصّ ما يقوله.',
  },
  'D30: a float is in the safe until it is returned': {
    fr: 'Un fond est dans le coffre jusqu’à son retour.',
    ar: 'السيولة في الخزنة حتى تُعاد.',
  },
  'L9: suspense is empty or has an open bank line': {
    fr: 'Le compte d’attente est vide, ou une ligne bancaire est ouverte.',
    ar: 'الحساب المعلق فارغ، أو له سطر بنكي مفتوح.',
  },
  'D30: a matched bank line proves one transfer of its account and amount': {
    fr: 'Une ligne bancaire rapprochée prouve une écriture de son compte et de son montant.',
    ar: 'السطر البنكي المطابَق يثبت قيدًا واحدًا بحسابه ومبلغه.',
  },
  'D30: the difference of a handover and of a bag is its variance': {
    fr: 'La différence d’une passation ou d’un sac est son écart.',
    ar: 'فرق التسليم أو الكيس هو فرقه المسجّل.',
  },
  'L3: the statements of an owner follow each other without a gap': {
    fr: 'Les relevés d’un titulaire se suivent sans trou.',
    ar: 'كشوف صاحب الحساب متتابعة بلا ثغرة.',
  },
  'L3: a statement covers sealed dates only': {
    fr: 'Un relevé ne couvre que des journées arrêtées.',
    ar: 'الكشف لا يغطي إلا أيامًا موقوفة.',
  },
  'L3: no line of a partner is before its first statement': {
    fr: 'Aucune ligne d’un partenaire ne précède son premier relevé.',
    ar: 'لا سطر لشريك قبل كشفه الأول.',
  },
  'L3: a closed statement recomputes to the same figures': {
    fr: 'Un relevé clos se recalcule aux mêmes chiffres.',
    ar: 'الكشف المقفل يُعاد حسابه بالأرقام نفسها.',
  },
  'L3: VAT is rounded once for each rate, and a negative net is carried forward': {
    fr: 'La TVA est arrondie une fois par taux, et un net négatif est reporté.',
    ar: 'تُدوَّر الضريبة مرة لكل معدل، ويُرحَّل الصافي السالب.',
  },
  'L3: the ledger charges what a statement says, once': {
    fr: 'Les livres facturent ce que dit un relevé, une fois.',
    ar: 'تقيّد الدفاتر ما يقوله الكشف، مرة واحدة.',
  },
  'L3: the numbers of an owner have no gap in a year': {
    fr: 'Les numéros d’un titulaire n’ont pas de trou dans l’année.',
    ar: 'أرقام صاحب الحساب بلا ثغرة في السنة.',
  },
  'channel_days is what the transfers of sealed dates add up to': {
    fr: 'Les totaux des canaux sont la somme des écritures des journées arrêtées.',
    ar: 'مجاميع القنوات هي مجموع قيود الأيام الموقوفة.',
  },
  'L6: nobody approved a statement or fees that they made': {
    fr: 'Personne n’a approuvé un relevé ou des frais de sa main.',
    ar: 'لم يوافق أحد على كشف أو رسوم أعدّها.',
  },
  'L3: the manifests of a partner are one chain, in the order of its statements': {
    fr: 'Les manifestes d’un partenaire forment une chaîne, dans l’ordre de ses relevés.',
    ar: 'بيانات الشريك الموقّعة سلسلة واحدة بترتيب كشوفه.',
  },
  'L3: a manifest is of a closed statement, and no earlier statement is without one': {
    fr: 'Un manifeste est celui d’un relevé clos, et aucun relevé antérieur n’en manque.',
    ar: 'البيان الموقّع لكشف مقفل، ولا كشف قبله بلا بيان.',
  },
  'L5: the account with the partners’ money is never below zero': {
    fr: 'Le compte de l’argent des partenaires n’est jamais négatif.',
    ar: 'حساب أموال الشركاء لا ينزل تحت الصفر.',
  },
  'Bank: the lines of the bank leave the account with the partners’ money at zero or more': {
    fr: 'Les lignes de la banque ne rendent pas négatif le compte de l’argent des partenaires.',
    ar: 'أسطر البنك لا تُنزل حساب أموال الشركاء تحت الصفر.',
  },
  'L5: the payouts of a statement never exceed its net': {
    fr: 'Les versements d’un relevé ne dépassent jamais son net.',
    ar: 'دفعات الكشف لا تتجاوز صافيه.',
  },
  'L5: payouts never exceed what was released': {
    fr: 'Les versements ne dépassent jamais ce qui est libéré.',
    ar: 'التحويلات للشركاء لا تتجاوز ما أُفرج عنه.',
  },
  'L5: the ledger has each payout that the bank paid, and each that it sent back': {
    fr: 'Les livres ont chaque versement payé par la banque, et chaque retour.',
    ar: 'في الدفاتر كل تحويل دفعه البنك، وكل ما أعاده.',
  },
  'L5: every payment of a statement in the ledger is a payout': {
    fr: 'Chaque règlement de relevé dans les livres est un versement.',
    ar: 'كل تسديد لكشف في الدفاتر هو تحويل لشريك.',
  },
  'D36: a payout that waits in a batch that was sent is in its file': {
    fr: 'Un versement qui attend dans un lot envoyé est dans son fichier.',
    ar: 'التحويل المنتظر في دفعة مُرسلة موجود في ملفها.',
  },
  'L6: nobody approved a payout that they made': {
    fr: 'Personne n’a approuvé un versement de sa main.',
    ar: 'لم يوافق أحد على تحويل أعدّه.',
  },
  'D37: the lines of a group are its things and what is left of them': {
    fr: 'Les lignes d’un groupe sont ce qu’elles règlent, plus le reste.',
    ar: 'أسطر المجموعة هي ما تسوّيه وما بقي منها.',
  },
}
