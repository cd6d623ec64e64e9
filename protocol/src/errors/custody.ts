import { baggedDeposit } from '../operations/examples/custody.ts'
import type { ErrorEntry } from './entry.ts'

/** The bag that has the number already, when it is of the same channel. */
const otherBag = { depositId: baggedDeposit.depositId, baggedAt: baggedDeposit.baggedAt }

/** Cash that changes hands (D30). The reader has cash in hand, or has just counted it. */
export const CUSTODY_ERRORS = {
  HOLDER404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'This channel has no such agent or safe. Nothing was changed. Check the id: an agent of this channel (such as agt_12), or the safe of this channel (safe_7 for chn_7).',
      fr: 'Ce canal n’a ni agent ni coffre portant cet identifiant. Rien n’a été modifié. Vérifiez-le : un agent de ce canal (par exemple agt_12), ou le coffre de ce canal (safe_7 pour chn_7).',
      ar: 'ليس لهذه القناة عون ولا خزنة بهذا المعرّف. لم يتغيّر شيء. تحقّق منه: عون من هذه القناة (مثل agt_12) أو خزنة هذه القناة (safe_7 للقناة chn_7).',
    },
  },
  HOLDER409_INACTIVE: {
    status: 409,
    messages: {
      en: 'This agent is inactive and can receive no cash. Nothing was changed. Choose another receiver, or make the agent active first.',
      fr: 'Cet agent est inactif et ne peut pas recevoir d’espèces. Rien n’a été modifié. Choisissez un autre destinataire, ou réactivez d’abord l’agent.',
      ar: 'هذا العون غير مفعَّل ولا يمكنه استلام نقود. لم يتغيّر شيء. اختر مستلمًا آخر، أو فعّل العون أولًا.',
    },
  },
  CASH409_NOT_ENOUGH: {
    status: 409,
    messages: {
      en: 'The books say that less cash is held here than this request takes. Nothing was changed. Hand out no cash for it. Read who holds how much, count the cash, and send the request with an amount that is there.',
      fr: 'Selon les livres, il y a ici moins d’espèces que n’en prend cette requête. Rien n’a été modifié. Ne remettez pas d’espèces pour elle ; consultez qui détient combien, comptez les espèces, puis renvoyez la requête avec un montant disponible.',
      ar: 'بحسب الدفاتر، النقود الموجودة هنا أقل مما يأخذه هذا الطلب. لم يتغيّر شيء. لا تسلّم نقودًا مقابله؛ اطّلع على ما يحمله كل شخص، وعُدّ النقود، ثم أعد الطلب بمبلغ متوفّر.',
    },
  },
  HANDOVER404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'This channel has no handover with this id. Nothing was changed. Check the id against the list of handovers.',
      fr: 'Ce canal n’a aucune remise d’espèces portant cet identifiant. Rien n’a été modifié. Vérifiez-le dans la liste des remises.',
      ar: 'ليس لهذه القناة عملية تسليم بهذا المعرّف. لم يتغيّر شيء. قارنه بقائمة عمليات التسليم.',
    },
  },
  // Five wrong codes cancel the handover (W111).
  HANDOVER403_WRONG_CODE: {
    status: 403,
    messages: {
      en: 'This is not the code of this handover. No cash has moved in the books. Ask the giver for the code again and type it once more; codesLeft says how many wrong codes are left. At 0 the handover is cancelled, and the giver offers the cash again.',
      fr: 'Ce n’est pas le code de cette remise. Aucune espèce n’a changé de mains dans les livres. Redemandez le code à la personne qui remet et saisissez-le de nouveau ; codesLeft indique combien d’erreurs restent permises. À 0, la remise est annulée et doit être proposée de nouveau.',
      ar: 'هذا ليس رمز عملية التسليم هذه. لم تنتقل أي نقود في الدفاتر. اطلب الرمز من المسلِّم مرة أخرى وأدخله من جديد؛ يبيّن codesLeft عدد المحاولات الباقية. عند 0 تُلغى العملية، وعلى المسلِّم عرض النقود من جديد.',
    },
    extra: { codesLeft: 3 },
  },
  HANDOVER409_WRONG_STATUS: {
    status: 409,
    messages: {
      en: 'This handover has already ended in another way. Nothing was changed. Read the handover. If the cash still has to change hands, the giver offers it again.',
      fr: 'Cette remise est déjà terminée, d’une autre façon. Rien n’a été modifié. Consultez-la ; si les espèces doivent encore changer de mains, la personne qui remet les propose de nouveau.',
      ar: 'انتهت عملية التسليم هذه من قبل وبطريقة أخرى. لم يتغيّر شيء. اطّلع عليها؛ وإن كان لا بد من انتقال النقود فعلى المسلِّم عرضها من جديد.',
    },
  },
  DEPOSIT404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no deposit with this id here. Nothing was changed. Check the id against the list of deposits; a channel sees only its own.',
      fr: 'Il n’y a ici aucun dépôt portant cet identifiant. Rien n’a été modifié. Vérifiez-le dans la liste des dépôts ; un canal ne voit que les siens.',
      ar: 'لا يوجد هنا إيداع بهذا المعرّف. لم يتغيّر شيء. قارنه بقائمة الإيداعات؛ ولا ترى القناة إلا إيداعاتها.',
    },
  },
  DEPOSIT409_WRONG_STATUS: {
    status: 409,
    messages: {
      en: 'The status of this deposit does not allow this. Nothing was changed. Read the deposit. A bag is deposited with its slip before the bank can credit it, and what the bank has credited does not change any more.',
      fr: 'L’état de ce dépôt ne le permet pas. Rien n’a été modifié. Consultez le dépôt : un sac est déposé avec son bordereau avant que la banque puisse le créditer, et ce que la banque a crédité ne change plus.',
      ar: 'حالة هذا الإيداع لا تسمح بهذا الإجراء. لم يتغيّر شيء. اطّلع على الإيداع: يودَع الكيس مع قسيمته قبل أن يقيّده البنك، وما قيّده البنك مرة لا يتغيّر.',
    },
  },
  // D38: the index deposits_live_seal.
  DEPOSIT409_SEAL_IN_USE: {
    status: 409,
    messages: {
      en: 'Another bag of this channel that is not banked yet has this seal. Nothing was booked. Look at that bag (depositId, baggedAt): if it is the same bag, it is booked already, so send nothing more. If it is another one, check the number on the seal and send the right one.',
      fr: 'Un autre sac de ce canal, pas encore crédité par la banque, porte déjà ce scellé. Rien n’a été enregistré. Consultez ce sac (depositId, baggedAt) : si c’est le même, il est déjà enregistré, n’envoyez rien de plus ; si c’en est un autre, vérifiez le numéro du scellé et envoyez le bon.',
      ar: 'هناك كيس آخر لهذه القناة لم يقيّده البنك بعد يحمل رقم الختم هذا، فلم يُسجَّل شيء. اطّلع على ذلك الكيس (depositId وbaggedAt): إن كان هو نفسه فهو مسجَّل ولا ترسل شيئًا آخر؛ وإن كان غيره فتحقّق من رقم الختم وأرسل الرقم الصحيح.',
    },
    extra: otherBag,
  },
  // D38: the index deposits_slip.
  DEPOSIT409_SLIP_IN_USE: {
    status: 409,
    messages: {
      en: 'Another bag already has the slip with this number. Nothing was changed. A slip of the bank is for one bag: check the number on the slip, and look at the other bag (depositId, baggedAt) if it is of your channel.',
      fr: 'Un autre sac a déjà le bordereau portant ce numéro. Rien n’a été modifié. Un bordereau de la banque vaut pour un seul sac : vérifiez le numéro du bordereau, et consultez l’autre sac (depositId, baggedAt) s’il est de votre canal.',
      ar: 'لكيس آخر قسيمة بهذا الرقم، فلم يتغيّر شيء. قسيمة البنك لكيس واحد: تحقّق من رقم القسيمة، واطّلع على الكيس الآخر (depositId وbaggedAt) إن كان لقناتك.',
    },
    extra: otherBag,
  },
  FLOAT404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no float with this id. Nothing was changed. Check the id against the list of floats.',
      fr: 'Aucun fonds de caisse ne porte cet identifiant. Rien n’a été modifié. Vérifiez-le dans la liste des fonds de caisse.',
      ar: 'لا توجد عهدة صندوق بهذا المعرّف. لم يتغيّر شيء. قارنه بقائمة العهد.',
    },
  },
  REMITTANCE404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no remittance with this id here. Nothing was changed. Check the id against the list of remittances; a channel sees only its own.',
      fr: 'Il n’y a ici aucun versement portant cet identifiant. Rien n’a été modifié. Vérifiez-le dans la liste des versements ; un canal ne voit que les siens.',
      ar: 'لا توجد هنا حوالة بهذا المعرّف. لم يتغيّر شيء. قارنه بقائمة الحوالات؛ ولا ترى القناة إلا حوالاتها.',
    },
  },
  REMITTANCE409_WRONG_STATUS: {
    status: 409,
    messages: {
      en: 'This remittance is confirmed or cancelled already. Nothing was changed. Read the remittance; announce another one for other money.',
      fr: 'Ce versement est déjà confirmé ou annulé. Rien n’a été modifié. Consultez-le ; annoncez-en un autre pour une autre somme.',
      ar: 'هذه الحوالة مؤكَّدة أو ملغاة من قبل. لم يتغيّر شيء. اطّلع عليها؛ وأعلن عن حوالة أخرى لمبلغ آخر.',
    },
  },
  REMITTANCE409_NETTED_TOO_MUCH: {
    status: 409,
    messages: {
      en: 'The operator owes this channel less commission than this remittance keeps. Nothing was changed. Keep at most the unpaid commission of this channel’s closed statements.',
      fr: 'L’opérateur doit à ce canal moins de commission que n’en retient ce versement. Rien n’a été modifié. Retenez au plus la commission non encore payée des relevés clôturés de ce canal.',
      ar: 'العمولة المستحقة لهذه القناة أقل مما تقتطعه هذه الحوالة. لم يتغيّر شيء. اقتطع على الأكثر عمولة كشوف هذه القناة المقفلة التي لم تُدفع بعد.',
    },
  },
  BANK_MAPPING404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no bank mapping with this name. Nothing was imported. Check the name against the list of bank mappings, or set the mapping first.',
      fr: 'Aucun format de relevé bancaire ne porte ce nom. Rien n’a été importé. Vérifiez le nom dans la liste, ou définissez d’abord le format.',
      ar: 'لا توجد صيغة كشف بنكي بهذا الاسم. لم يُستورد شيء. قارن الاسم بقائمة الصيغ، أو عرّف الصيغة أولًا.',
    },
  },
  BANK_LINE404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no bank line with this id. Nothing was changed. Check the id against the list of bank lines.',
      fr: 'Aucune ligne bancaire ne porte cet identifiant. Rien n’a été modifié. Vérifiez-le dans la liste des lignes bancaires.',
      ar: 'لا يوجد سطر بنكي بهذا المعرّف. لم يتغيّر شيء. قارنه بقائمة السطور البنكية.',
    },
  },
  BANK_LINE409_MATCHED: {
    status: 409,
    messages: {
      en: 'This bank line is already matched to something else. Nothing was changed. Read the line to see to what.',
      fr: 'Cette ligne bancaire est déjà rapprochée d’autre chose. Rien n’a été modifié. Consultez-la pour voir de quoi.',
      ar: 'سبقت مطابقة هذا السطر البنكي مع شيء آخر. لم يتغيّر شيء. اطّلع عليه لمعرفة ذلك.',
    },
  },
  BANK_LINE409_TAKEN: {
    status: 409,
    messages: {
      en: 'Another line of this bank account already proves this transfer. Nothing was changed. Find that line in the list, then say what this line stands for.',
      fr: 'Une autre ligne de ce compte bancaire justifie déjà ce mouvement. Rien n’a été modifié. Retrouvez cette autre ligne, puis indiquez à quoi correspond celle-ci.',
      ar: 'سطر آخر من هذا الحساب البنكي يثبت هذه الحركة من قبل. لم يتغيّر شيء. ابحث عن ذلك السطر، ثم حدّد ما يقابل هذا السطر.',
    },
  },
  BANK_LINE409_NOT_THIS: {
    status: 409,
    messages: {
      en: 'This bank line does not fit: its direction, its amount or its account differs, or nothing was posted for it. Nothing was changed. Read the proposals of the line, and compare the amounts.',
      fr: 'Cette ligne bancaire ne correspond pas : son sens, son montant ou son compte diffère, ou rien n’a été enregistré. Rien n’a été modifié. Consultez les propositions de la ligne et comparez les montants.',
      ar: 'هذا السطر البنكي لا يطابق ذلك: اتجاهه أو مبلغه أو حسابه مختلف، أو لم تُسجَّل له أي حركة. لم يتغيّر شيء. اطّلع على مقترحات السطر وقارن المبالغ.',
    },
  },
  BANK_LINE409_SUMS: {
    status: 409,
    messages: {
      en: 'The things add up to more than the bank lines: compare lines and things in this answer, in dinars. Nothing was changed. Leave something out, or add the missing line.',
      fr: 'La somme des éléments dépasse celle des lignes bancaires : comparez lines et things dans cette réponse, en dinars. Rien n’a été modifié. Retirez un élément, ou ajoutez la ligne qui manque.',
      ar: 'مجموع العناصر أكبر من مجموع السطور البنكية: قارن lines وthings في هذا الجواب بالدينار. لم يتغيّر شيء. احذف عنصرًا أو أضف السطر الناقص.',
    },
    extra: { lines: 9800, things: 9900, remainder: -100 },
  },
  BANK_LINE409_NOT_MATCHED: {
    status: 409,
    messages: {
      en: 'This bank line is not matched, so there is no match to undo. Nothing was changed. Read the line: the match may already be undone.',
      fr: 'Cette ligne bancaire n’est pas rapprochée : il n’y a pas de rapprochement à annuler. Rien n’a été modifié. Consultez la ligne : il est peut-être déjà annulé.',
      ar: 'هذا السطر البنكي غير مطابَق فلا مطابقة تُلغى. لم يتغيّر شيء. اطّلع على السطر فقد تكون أُلغيت من قبل.',
    },
  },
  BANK_LINE409_NOT_UNDONE: {
    status: 409,
    messages: {
      en: 'This match cannot be undone, because other postings depend on it: the difference of the bag became a variance, another line proves the same transfer, or this line is a remainder. Nothing was changed. Undo the match of the other line first, or propose an adjustment.',
      fr: 'Ce rapprochement ne peut pas être annulé, car d’autres écritures en dépendent : la différence du sac est devenue un écart, une autre ligne justifie le même mouvement, ou cette ligne est un reste. Rien n’a été modifié. Annulez d’abord le rapprochement de l’autre ligne, ou proposez un ajustement.',
      ar: 'لا يمكن إلغاء هذه المطابقة لأن قيودًا أخرى مبنية عليها: فرق الكيس صار فرقًا مسجَّلًا، أو سطر آخر يثبت الحركة نفسها، أو هذا السطر باقٍ من مطابقة. لم يتغيّر شيء. ألغِ مطابقة السطر الآخر أولًا أو اقترح تسوية.',
    },
  },
  BANK_LINE409_REMAINDER: {
    status: 409,
    messages: {
      en: 'The remainder of this match has been matched since. Nothing was changed. Undo the match of the remainder first, then this one.',
      fr: 'Le reste laissé par ce rapprochement a été rapproché depuis. Rien n’a été modifié. Annulez d’abord le rapprochement du reste, puis celui-ci.',
      ar: 'طوبق باقي هذه المطابقة بعدها. لم يتغيّر شيء. ألغِ مطابقة الباقي أولًا ثم هذه.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
