import type { ErrorEntry } from './entry.ts'

/** Fees, statements and payouts (D32). */
export const SETTLEMENT_ERRORS = {
  FEE404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no such fee version. Check both ids against the list of fee versions and try again.',
      fr: 'Cette version de tarif n’existe pas. Vérifiez les deux identifiants dans la liste des versions et réessayez.',
      ar: 'لا توجد نسخة رسوم كهذه. قارن المعرّفين بقائمة نسخ الرسوم وأعد المحاولة.',
    },
  },
  FEE409_TOO_LATE: {
    status: 409,
    messages: {
      en: 'A fee version must start after today, so that the fees of past payments do not change. Nothing was changed. Propose a version with a later business date in from.',
      fr: 'Une version de tarif doit commencer après aujourd’hui, pour qu’aucun paiement déjà fait ne change de prix. Rien n’a été modifié. Proposez une version avec une date comptable ultérieure dans from.',
      ar: 'يجب أن تبدأ نسخة الرسوم بعد اليوم، حتى لا تتغيّر كلفة أي دفعة تمّت. لم يتغيّر شيء. اقترح نسخة بتاريخ محاسبي لاحق في from.',
    },
  },
  FEE409_DECIDED: {
    status: 409,
    messages: {
      en: 'This fee version was already decided the other way, and that decision is final. Propose a new version if the fees must be different.',
      fr: 'Cette version de tarif a déjà reçu la décision contraire, qui reste acquise. Proposez une nouvelle version si le tarif doit être différent.',
      ar: 'سبق البتّ في نسخة الرسوم هذه بقرار معاكس، وهو نهائي. اقترح نسخة جديدة إذا وجب أن تختلف الرسوم.',
    },
  },
  STATEMENT404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no statement with this id. Check it against the list of statements and try again.',
      fr: 'Aucun relevé ne porte cet identifiant. Vérifiez-le dans la liste des relevés et réessayez.',
      ar: 'لا يوجد كشف بهذا المعرّف. قارنه بقائمة الكشوف وأعد المحاولة.',
    },
  },
  STATEMENT409_NOT_SEALED: {
    status: 409,
    messages: {
      en: 'That business date is not sealed yet: payments may still be added to it. Nothing was closed. Send a date up to completeThrough, or wait until the day is sealed.',
      fr: 'Cette date comptable n’est pas encore scellée : des paiements peuvent encore s’y ajouter. Rien n’a été clôturé. Envoyez une date jusqu’à completeThrough, ou attendez que la journée soit scellée.',
      ar: 'هذا التاريخ المحاسبي لم يُختم بعد، وقد تُضاف إليه دفعات. لم يُقفل شيء. أرسل تاريخًا لا يتجاوز completeThrough أو انتظر حتى يُختم اليوم.',
    },
    extra: { completeThrough: '2026-11-20' },
  },
  STATEMENT409_COVERED: {
    status: 409,
    messages: {
      en: 'Earlier statements cover that business date already, and none of them ends on it. Nothing was closed. Send a date from nextFrom on.',
      fr: 'Des relevés antérieurs couvrent déjà cette date comptable, et aucun ne se termine ce jour-là. Rien n’a été clôturé. Envoyez une date à partir de nextFrom.',
      ar: 'كشوف سابقة تغطي هذا التاريخ المحاسبي ولا ينتهي أيّ منها فيه. لم يُقفل شيء. أرسل تاريخًا ابتداءً من nextFrom.',
    },
    extra: { nextFrom: '2026-11-21' },
  },
  STATEMENT409_NOT_CLOSED: {
    status: 409,
    messages: {
      en: 'This statement is still open: its figures are being computed. Nothing was changed. Close it (the same request again finishes it), then try again.',
      fr: 'Ce relevé est encore ouvert : ses montants sont en cours de calcul. Rien n’a été modifié. Clôturez-le (la même requête le termine), puis réessayez.',
      ar: 'هذا الكشف ما زال مفتوحًا وتُحسب أرقامه. لم يتغيّر شيء. أقفله (إعادة الطلب نفسه تكمله) ثم أعد المحاولة.',
    },
  },
  STATEMENT409_NET: {
    status: 409,
    messages: {
      en: 'The net that you sent is not the net of this statement, so it was not approved. Read the statement again, check its figures, and approve it with that net.',
      fr: 'Le net indiqué n’est pas celui de ce relevé : il n’a pas été approuvé. Relisez le relevé, vérifiez ses montants, puis approuvez-le avec son net.',
      ar: 'الصافي الذي ذكرته ليس صافي هذا الكشف، فلم تتم الموافقة. اقرأ الكشف من جديد وتحقّق من أرقامه ثم وافق عليه بصافيه.',
    },
  },
  STATEMENT409_NOT_APPROVED: {
    status: 409,
    messages: {
      en: 'This statement is not approved yet, so nothing of it can be paid. Ask a person other than the one who closed it to approve it, then try again.',
      fr: 'Ce relevé n’est pas encore approuvé : rien ne peut en être payé. Demandez à une autre personne que celle qui l’a clôturé de l’approuver, puis réessayez.',
      ar: 'لم تتم الموافقة على هذا الكشف بعد، فلا يمكن دفع شيء منه. اطلب من شخص غير من أقفله أن يوافق عليه ثم أعد المحاولة.',
    },
  },
  PAYOUT404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no payout or batch with this id. Check it against the list of payouts and try again.',
      fr: 'Aucun versement ni lot ne porte cet identifiant. Vérifiez-le dans la liste des versements et réessayez.',
      ar: 'لا يوجد تحويل ولا دفعة تحويلات بهذا المعرّف. قارنه بقائمة التحويلات وأعد المحاولة.',
    },
  },
  PAYOUT409_AMOUNT: {
    status: 409,
    messages: {
      en: 'This is more than may be paid for this statement now, or nothing may be paid yet. Nothing was proposed. Send at most the amount in available; it grows as channels bank what they collected, and when a payout is declined or returned.',
      fr: 'C’est plus que ce qui peut être versé maintenant pour ce relevé, ou rien ne peut l’être. Rien n’a été proposé. Envoyez au plus le montant de available ; il augmente quand les canaux déposent leurs encaissements, et quand un versement est refusé ou retourné.',
      ar: 'هذا أكثر مما يمكن دفعه الآن من هذا الكشف، أو لا يمكن دفع شيء. لم يُقترح شيء. أرسل مبلغًا لا يتجاوز available؛ وهو يزداد حين تودع القنوات ما حصّلته وحين يُرفض تحويل أو يُعاد.',
    },
    extra: { available: 9821.5 },
  },
  PAYOUT409_NO_ACCOUNT: {
    status: 409,
    messages: {
      en: 'This partner has no approved bank account, so the payout was not instructed. Request its bank account, have another person approve it, then try again.',
      fr: 'Ce partenaire n’a pas de compte bancaire approuvé : le versement n’a pas été ordonné. Demandez l’enregistrement de son compte, faites-le approuver par une autre personne, puis réessayez.',
      ar: 'ليس لهذا الشريك حساب بنكي موافق عليه، فلم يصدر أمر التحويل. اطلب تسجيل حسابه وليوافق عليه شخص آخر ثم أعد المحاولة.',
    },
  },
  PAYOUT409_NO_FUNDS: {
    status: 409,
    messages: {
      en: 'The account that holds the partners’ money has less than this payout (available is what it has beyond the payouts already instructed), so the payout was not instructed. Record the deposits and remittances that reached the bank, then try again.',
      fr: 'Le compte des fonds des partenaires contient moins que ce versement (available est ce qu’il contient au-delà des versements déjà ordonnés) : le versement n’a pas été ordonné. Enregistrez les dépôts et les virements arrivés à la banque, puis réessayez.',
      ar: 'رصيد حساب أموال الشركاء أقل من هذا التحويل (انظر available، دون ما صدر أمره سابقًا)، فلم يصدر أمره. سجّل الإيداعات والتحويلات التي وصلت إلى البنك ثم أعد المحاولة.',
    },
    extra: { available: 9821.5 },
  },
  PAYOUT409_TESTING: {
    status: 409,
    messages: {
      en: 'This partner is still being tested: what it was paid are test payments, and nobody gave money. Nothing was proposed. Let the partner go live first; then what its payers really pay can be paid out.',
      fr: 'Ce partenaire est encore en essai : ses paiements sont des paiements d’essai, et personne n’a versé d’argent. Rien n’a été proposé. Mettez d’abord ce partenaire en service ; ce que ses payeurs paient vraiment pourra alors être versé.',
      ar: 'ما زال هذا الشريك قيد الاختبار: دفعاته دفعات اختبار ولم يدفع أحد مالًا. لم يُقترح شيء. فعّل خدمة هذا الشريك أولًا، ثم يمكن تحويل ما يدفعه الدافعون فعلًا.',
    },
  },
  PAYOUT409_WRONG_STATUS: {
    status: 409,
    messages: {
      en: 'The status of this payout does not allow this step, so nothing was changed. Read status: a payout is proposed, approved, instructed, then paid or returned.',
      fr: 'Le statut de ce versement ne permet pas cette étape : rien n’a été modifié. Lisez status : un versement est proposed, approved, instructed, puis paid ou returned.',
      ar: 'حالة هذا التحويل لا تسمح بهذه الخطوة، فلم يتغيّر شيء. حالته في status: ‏proposed ثم approved ثم instructed ثم paid أو returned.',
    },
    extra: { status: 'proposed' },
  },
  BATCH409_SENT: {
    status: 409,
    messages: {
      en: 'The file of this batch has gone to the bank, so its lines stay as they are. The payout was not instructed. Instruct it without batchId: it then goes into another batch, with its own file.',
      fr: 'Le fichier de ce lot est parti à la banque : ses lignes ne changent plus. Le versement n’a pas été ordonné. Ordonnez-le sans batchId : il ouvre un autre lot, avec son propre fichier.',
      ar: 'أُرسل ملف هذه الدفعة إلى البنك فلا تتغيّر سطوره. لم يصدر أمر التحويل. أصدر أمره دون batchId ليفتح دفعة أخرى بملف خاص بها.',
    },
  },
  BATCH409_NOTHING_TO_PAY: {
    status: 409,
    messages: {
      en: 'Every payout of this batch is paid or returned, so the bank has nothing to pay and there is no file. Read the payouts of the batch; put what is still owed into another batch.',
      fr: 'Tous les versements de ce lot sont payés ou retournés : il n’y a rien à demander à la banque, donc pas de fichier. Consultez les versements du lot ; mettez ce qui reste dû dans un autre lot.',
      ar: 'كل تحويلات هذه الدفعة دُفعت أو أُعيدت، فلا شيء يُطلب من البنك ولا ملف. اطّلع على تحويلات الدفعة، وضع ما بقي مستحقًا في دفعة أخرى.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
