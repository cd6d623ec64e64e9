import type { ErrorEntry } from './entry.ts'

/** Agents, shifts, counts and cases (D30). The reader is at a counter, often with cash in hand. */
export const CASH_ERRORS = {
  // The same for another channel's agent, so that ids reveal nothing.
  AGENT404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no agent with this agentId in this channel. This request changed nothing. Check the id (such as agt_12) in the list of your agents; a channel sees only its own.',
      fr: 'Ce canal n’a aucun agent portant cet agentId : cette requête n’a rien modifié. Vérifiez l’identifiant (par exemple agt_12) dans la liste de vos agents ; un canal ne voit que les siens.',
      ar: 'ليس لهذه القناة عون بهذا المعرّف agentId، فلم يغيّر هذا الطلب شيئًا. تحقّق من المعرّف (مثل agt_12) في قائمة أعوانك؛ ولا ترى القناة إلا أعوانها.',
    },
  },
  AGENT409_NOT_ON_SHIFT: {
    status: 409,
    messages: {
      en: 'This agent is inactive or has no open shift, so no payment can be opened in its name. Take no money. Open a shift for the agent, or name an agent who is on shift, then open the payment again.',
      fr: 'Cet agent est inactif ou n’a pas de service ouvert : aucun paiement ne peut être ouvert en son nom. N’encaissez rien ; ouvrez un service pour cet agent, ou indiquez un agent en service, puis rouvrez le paiement.',
      ar: 'هذا العون غير مفعَّل أو ليست له مناوبة مفتوحة، فلا تُفتح أي دفعة باسمه. لا تأخذ أي مبلغ؛ افتح مناوبة للعون أو اذكر عونًا في مناوبته، ثم افتح الدفعة من جديد.',
    },
  },
  AGENT409_CASH_LIMIT: {
    status: 409,
    messages: {
      en: 'This agent holds as much cash as its limit allows, or has held it too long, so no payment can be opened in its name. Take no money. The agent must hand over its cash, or you name another agent, then open the payment again.',
      fr: 'Cet agent détient autant d’espèces que sa limite le permet, ou les détient depuis trop longtemps : aucun paiement ne peut être ouvert en son nom. N’encaissez rien ; l’agent doit remettre ses espèces, ou indiquez un autre agent, puis rouvrez le paiement.',
      ar: 'بحوزة هذا العون من النقد ما يبلغ الحدّ المسموح به، أو طالت مدة احتفاظه به، فلا تُفتح أي دفعة باسمه. لا تأخذ أي مبلغ؛ على العون أن يسلّم ما لديه من نقد، أو اذكر عونًا آخر، ثم افتح الدفعة من جديد.',
    },
  },
  AGENT409_INACTIVE: {
    status: 409,
    messages: {
      en: 'This agent is inactive, so it cannot start a shift. Nothing was changed. Make the agent active again (PATCH /channel/v1/agents/{agentId}), or name another agent.',
      fr: 'Cet agent est inactif : il ne peut pas commencer de service. Rien n’a été modifié. Réactivez l’agent (PATCH /channel/v1/agents/{agentId}), ou indiquez un autre agent.',
      ar: 'هذا العون غير مفعَّل، فلا يمكنه بدء مناوبة. لم يتغيّر شيء. أعد تفعيل العون (PATCH /channel/v1/agents/{agentId}) أو اذكر عونًا آخر.',
    },
  },
  SHIFT404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no shift with this shiftId here. Nothing was changed. Check that the id is the one from the start of the shift; a channel sees only its own.',
      fr: 'Il n’y a ici aucun service portant ce shiftId : rien n’a été modifié. Vérifiez que l’identifiant est celui donné au début du service ; un canal ne voit que les siens.',
      ar: 'لا توجد هنا مناوبة بهذا المعرّف shiftId، فلم يتغيّر شيء. تحقّق من أنه المعرّف الذي أُعطي عند بدء المناوبة؛ ولا ترى القناة إلا مناوباتها.',
    },
  },
  SHIFT409_ALREADY_OPEN: {
    status: 409,
    messages: {
      en: 'This agent already has a shift: see shiftId. Nothing was changed. Continue that shift, or count it first.',
      fr: 'Cet agent a déjà un service, celui de shiftId. Rien n’a été modifié. Continuez ce service, ou comptez-le d’abord.',
      ar: 'لهذا العون مناوبة قائمة هي المذكورة في shiftId. لم يتغيّر شيء. احسب نقد تلك المناوبة أولًا، أو واصلها.',
    },
    extra: { shiftId: '019aa5b0-1c00-7abc-8def-011100000000' },
  },
  SHIFT409_WRONG_STATUS: {
    status: 409,
    messages: {
      en: 'The status of this shift does not allow this. Nothing was changed. A shift is counted once, while it is open or being counted, and closed after the count. Read the shift to see its status.',
      fr: 'L’état de ce service ne le permet pas : rien n’a été modifié. Un service est compté une fois, tant qu’il est ouvert ou en cours de comptage, et clos après le comptage. Consultez le service pour voir son état.',
      ar: 'حالة هذه المناوبة لا تسمح بهذا، فلم يتغيّر شيء. يُحسب نقد المناوبة مرة واحدة وهي مفتوحة أو قيد العدّ، وتُقفل بعد العدّ. اطّلع على المناوبة لمعرفة حالتها.',
    },
  },
  SHIFT409_VARIANCE_OPEN: {
    status: 409,
    messages: {
      en: 'The count of this shift has a difference that nobody has decided about yet. Nothing was changed. Close the shift when a supervisor or the operator has decided about the difference.',
      fr: 'Le comptage de ce service présente un écart sur lequel personne n’a encore décidé. Rien n’a été modifié. Clôturez le service quand un superviseur ou l’opérateur aura décidé.',
      ar: 'في عدّ هذه المناوبة فرق لم يُبتّ فيه بعد. لم يتغيّر شيء. أقفل المناوبة بعد أن يبتّ مشرف أو المشغّل في الفرق.',
    },
  },
  VARIANCE404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no variance with this varianceId. Nothing was changed. Check the id in the list of variances.',
      fr: 'Aucun écart ne porte ce varianceId. Rien n’a été modifié. Vérifiez l’identifiant dans la liste des écarts.',
      ar: 'لا يوجد فرق بهذا المعرّف varianceId. لم يتغيّر شيء. تحقّق من المعرّف في قائمة الفروق.',
    },
  },
  VARIANCE409_DECIDED: {
    status: 409,
    messages: {
      en: 'Somebody has already decided about this variance, with another outcome. Nothing was changed. Read it to see who; an adjustment of the books can correct it.',
      fr: 'Une autre décision a déjà été prise sur cet écart. Rien n’a été modifié. Consultez-le pour voir par qui ; un ajustement des comptes peut le corriger.',
      ar: 'سبق البتّ في هذا الفرق بنتيجة أخرى. لم يتغيّر شيء. اطّلع عليه لمعرفة من بتّ فيه؛ ويمكن تصحيحه بتسوية في الدفاتر.',
    },
  },
  VARIANCE409_WRONG_OUTCOME: {
    status: 409,
    messages: {
      en: 'This variance cannot have this outcome. Nothing was changed. A shortage is over_short, or agent_receivable if an agent held the cash. A surplus is over_short or payer_held.',
      fr: 'Cette décision n’est pas possible pour cet écart. Rien n’a été modifié. Un manque est over_short, ou agent_receivable si un agent détenait les espèces ; un excédent est over_short ou payer_held.',
      ar: 'لا يمكن أن تكون لهذا الفرق هذه النتيجة. لم يتغيّر شيء. النقص إما over_short أو agent_receivable إن كان النقد لدى عون؛ والزيادة إما over_short أو payer_held.',
    },
  },
  AGENT409_OWES_LESS: {
    status: 409,
    messages: {
      en: 'The agent owes less than this amount. Nothing was changed. Send at most the amount in owed.',
      fr: 'L’agent doit moins que ce montant. Rien n’a été modifié. Envoyez au plus le montant de owed.',
      ar: 'ما على العون أقل من هذا المبلغ. لم يتغيّر شيء. أرسل مبلغًا لا يتجاوز owed.',
    },
    extra: { owed: 200 },
  },
  CASE404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no case with this caseId here. Nothing was changed. Check the id in the list of cases; a channel sees only its own.',
      fr: 'Il n’y a ici aucun dossier portant ce caseId : rien n’a été modifié. Vérifiez l’identifiant dans la liste des dossiers ; un canal ne voit que les siens.',
      ar: 'لا يوجد هنا ملف بهذا المعرّف caseId، فلم يتغيّر شيء. تحقّق من المعرّف في قائمة الملفات؛ ولا ترى القناة إلا ملفاتها.',
    },
  },
  CASE409_NOT_REFUSED: {
    status: 409,
    messages: {
      en: 'No confirmation of this payment was refused, or the payment is not released, so there is nothing to report. Nothing was changed. Read the payment: if it is locked, confirm it; if it is paid, its cash is booked.',
      fr: 'Aucune confirmation de ce paiement n’a été refusée, ou le paiement n’est pas libéré : il n’y a rien à déclarer. Rien n’a été modifié. Consultez le paiement : s’il est verrouillé (locked), confirmez-le ; s’il est payé (paid), ses espèces sont enregistrées.',
      ar: 'لم يُرفض أي تأكيد لهذه الدفعة، أو أنها ليست محرَّرة، فلا شيء يُصرَّح به. لم يتغيّر شيء. اطّلع على الدفعة: إن كانت محجوزة (locked) فأكّدها؛ وإن كانت مسدَّدة (paid) فنقدها مسجَّل.',
    },
  },
  CASE409_REPORTED_OTHERWISE: {
    status: 409,
    messages: {
      en: 'The cash of this payment was reported before, with another amount or another agent: the case is in caseId. Nothing was changed. Read the case; if it is wrong, tell the operator.',
      fr: 'Les espèces de ce paiement ont déjà été déclarées, avec un autre montant ou un autre agent : le dossier est dans caseId. Rien n’a été modifié. Consultez le dossier ; s’il est faux, prévenez l’opérateur.',
      ar: 'سبق التصريح بنقد هذه الدفعة بمبلغ آخر أو باسم عون آخر: الملف مذكور في caseId. لم يتغيّر شيء. اطّلع على الملف؛ وإن كان خاطئًا فأبلغ المشغّل.',
    },
    extra: { caseId: '019aa5c8-2c00-7abc-8def-0444000003e9' },
  },
  CASE409_RESOLVED: {
    status: 409,
    messages: {
      en: 'This case is already resolved in another way. Nothing was changed. Read the case to see how.',
      fr: 'Ce dossier est déjà résolu d’une autre façon. Rien n’a été modifié. Consultez le dossier pour voir comment.',
      ar: 'سبق حلّ هذا الملف بطريقة أخرى. لم يتغيّر شيء. اطّلع على الملف لمعرفة كيف.',
    },
  },
  CASE409_WRONG_PAYMENT: {
    status: 409,
    messages: {
      en: 'This payment was not confirmed with the cash of this case. Nothing was changed. Name a paid payment of the same channel, reference and amount that explains no other case. If no payment fits, give the cash back, and name who did.',
      fr: 'Ce paiement n’a pas été confirmé avec les espèces de ce dossier. Rien n’a été modifié. Il faut un paiement payé du même canal, de la même référence et du même montant, qui n’explique aucun autre dossier. S’il n’y en a pas, rendez les espèces et indiquez qui l’a fait.',
      ar: 'لم تُؤكَّد هذه الدفعة بنقد هذا الملف. لم يتغيّر شيء. المنتظر دفعة مسدَّدة من القناة نفسها وبالمرجع والمبلغ نفسيهما ولا تفسّر ملفًا آخر. وإن لم توجد فأعِد النقد إلى صاحبه واذكر من أعاده.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
