/** What each check asks, by its name. English is the name itself. */
export const RULES: Readonly<Record<string, { fr: string; ar: string }>> = {
  'I1: at most one payment.success for a payment': {
    fr: 'Un paiement a au plus un payment.success.',
    ar: 'للدفعة payment.success واحد على الأكثر.',
  },
  'I1: at most one payment of a reference is locked, paid or refunded': {
    fr: 'Une référence a au plus un paiement réservé, payé ou remboursé.',
    ar: 'للمرجع دفعة واحدة على الأكثر محجوزة أو مدفوعة أو مردودة.',
  },
  'I1: a payment that is locked, paid or refunded has its reference': {
    fr: 'Un paiement réservé, payé ou remboursé tient sa référence.',
    ar: 'الدفعة المحجوزة أو المدفوعة أو المردودة تمسك مرجعها.',
  },
  'I1: a reference leads to its newest payment, and each payment to the one before it': {
    fr: 'Une référence mène à son dernier paiement, et chaque paiement au précédent.',
    ar: 'المرجع يقود إلى أحدث دفعاته، وكل دفعة إلى التي قبلها.',
  },
  'I1: a reference whose payment is gone says what its status goes on saying': {
    fr: 'Une référence dont le paiement est archivé garde ce que dit son état.',
    ar: 'المرجع الذي أُرشفت دفعته يحفظ ما تقوله حالته.',
  },
  'I1: the open locks are those of the locked payments': {
    fr: 'Les réservations ouvertes sont celles des paiements réservés.',
    ar: 'الحجوزات المفتوحة هي حجوزات الدفعات المحجوزة.',
  },
  'I2: paid or refunded if and only if there is a success event': {
    fr: 'Un paiement est payé ou remboursé si, et seulement si, son succès a été annoncé.',
    ar: 'الدفعة مدفوعة أو مردودة إذا، وفقط إذا، أُعلن نجاحها.',
  },
  'I3: released if and only if there is a fail event; never both success and fail': {
    fr: 'Un paiement est libéré si, et seulement si, son échec a été annoncé ; jamais succès et échec à la fois.',
    ar: 'الدفعة محرَّرة إذا، وفقط إذا، أُعلن فشلها؛ ولا يجتمع نجاح وفشل.',
  },
  'I3: every payment has the event of its opening': {
    fr: 'Chaque paiement a l’événement de son ouverture.',
    ar: 'لكل دفعة إشعار فتحها.',
  },
  'I3: each event has the ordinal of its kind, and a payment has every event before it': {
    fr: 'Chaque événement a le rang de son type, et aucun ne manque avant lui.',
    ar: 'لكل إشعار رتبة نوعه، ولا ينقص إشعار قبله.',
  },
  'I4: history holds only allowed transitions, each from where the one before it led': {
    fr: 'L’historique ne contient que des passages permis, chacun partant de là où menait le précédent.',
    ar: 'لا يحوي السجل إلا انتقالات مسموحة، كل منها يبدأ حيث انتهى سابقه.',
  },
  'I4: every transition, refusal and event is of a payment': {
    fr: 'Chaque passage, refus et événement appartient à un paiement.',
    ar: 'كل انتقال ورفض وإشعار تابع لدفعة.',
  },
  'I4: the current stage is the last of the history, with its time': {
    fr: 'L’étape présente est la dernière de l’historique, avec son heure.',
    ar: 'المرحلة الحالية هي آخر ما في السجل، بوقتها.',
  },
  'I4: nothing was confirmed at or after the end of its lock': {
    fr: 'Rien n’a été confirmé à la fin de sa réservation ou après.',
    ar: 'لم يؤكَّد شيء عند نهاية حجزه أو بعدها.',
  },
  'I5: no delivery is overdue with a lapsed lease': {
    fr: 'Aucun envoi en retard n’est abandonné par le processus qui l’avait pris.',
    ar: 'لا إرسال متأخرًا تركته العملية التي أخذته.',
  },
  'I6: every event is delivered, pending or visibly failed': {
    fr: 'Chaque événement est livré, en attente, ou visiblement abandonné.',
    ar: 'كل إشعار مسلَّم أو منتظر أو متروك بوضوح.',
  },
  'I6: delivered means an attempt answered with 200 and success: true': {
    fr: 'Livré veut dire qu’un essai a reçu 200 et success: true.',
    ar: 'مسلَّم يعني أن محاولة أُجيبت بـ 200 و success: true.',
  },
  'I6: as many attempts are on record as the delivery counts, and every result has its attempt': {
    fr: 'Il y a autant d’essais enregistrés que l’envoi en compte, et chaque résultat a son essai.',
    ar: 'عدد المحاولات المسجلة كما يعدّها الإرسال، ولكل نتيجة محاولتها.',
  },
  'I7: all attempts of an event carried the body that is stored': {
    fr: 'Tous les essais d’un événement portaient le contenu conservé.',
    ar: 'كل محاولات الإشعار حملت المحتوى المحفوظ.',
  },
  'I8: a single use was taken at most once': {
    fr: 'Un usage unique a servi une fois au plus.',
    ar: 'الاستعمال الوحيد استُعمل مرة على الأكثر.',
  },
  'I8: a payment that has a single use holds it': {
    fr: 'Le paiement qui a pris un usage unique le tient.',
    ar: 'الدفعة التي أخذت استعمالًا وحيدًا تمسكه.',
  },
  'I8: a payment by QR code is of its code, its kind and one of its amounts': {
    fr: 'Un paiement par code QR est de ce code, de son type et de l’un de ses montants.',
    ar: 'الدفعة برمز QR من رمزها ونوعه وأحد مبالغه.',
  },
  'I8: no payment was opened by a configuration that had expired or was taken away': {
    fr: 'Aucun paiement n’a été ouvert par un réglage expiré ou retiré.',
    ar: 'لم تُفتح دفعة بإعداد منتهٍ أو مسحوب.',
  },
  'I8: no amount was typed while amounts were in force': {
    fr: 'Aucun montant n’a été saisi pendant que des montants étaient fixés.',
    ar: 'لم يُكتب مبلغ حين كانت المبالغ محددة.',
  },
  'I8: a code asks for one thing at a time, and its history has neither gaps in it nor overlaps': {
    fr: 'Un code demande une chose à la fois ; son historique n’a ni trou ni chevauchement.',
    ar: 'الرمز يطلب شيئًا واحدًا في كل وقت، وسجلّه بلا ثغرات ولا تداخل.',
  },
  'I9: no quota holds more than 60 calls, and what it holds is in order': {
    fr: 'Aucun quota ne contient plus de 60 appels, et ils sont en ordre.',
    ar: 'لا تحوي أي حصة أكثر من 60 نداء، وهي مرتّبة.',
  },
  'I10: what the status shows agrees with the history': {
    fr: 'Ce que montre l’état concorde avec l’historique.',
    ar: 'ما تُظهره الحالة يطابق السجل.',
  },
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
}
