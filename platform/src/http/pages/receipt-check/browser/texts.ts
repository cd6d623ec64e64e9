import type { ReceiptRefusal } from '@wasl/protocol/receipts'

export const LANGUAGES = ['ar', 'fr', 'en'] as const

export type Language = (typeof LANGUAGES)[number]

/** What the page tells; beside the refusals of a code, why there is no answer. */
export type Outcome =
  | 'paid'
  | 'test'
  | 'empty'
  | 'checking'
  | 'no_keys'
  | 'old_browser'
  | ReceiptRefusal

export type Texts = {
  title: string
  /** Before the origin of the page. */
  here: string
  compare: string
  /** A headline, and what to do. */
  outcomes: Record<Outcome, readonly [headline: string, advice: string]>
  fields: {
    partner: string
    amount: string
    reference: string
    digest: string
    paidAt: string
    number: string
    shortNumber: string
    issuer: string
  }
  /** Before the time of the keys that are used without the network. */
  keysOf: string
}

export const TEXTS: Record<Language, Texts> = {
  ar: {
    title: 'التحقق من وصل',
    here: 'أنت في صفحة',
    compare: 'قارن هذا العنوان بالعنوان المطبوع على الوصل. فالرمز المزوّر قد يفتح صفحة مزوّرة.',
    outcomes: {
      paid: ['الوصل صحيح: دُفع هذا المبلغ', 'هذا ما دُفع في ذلك الوقت. وقد يكون استُرجع بعد ذلك.'],
      test: [
        'دفعة اختبار، لم يُقبض أي مال',
        'وقّعت المنصّة هذا الوصل على سبيل الاختبار. فهو لا يثبت أي دفع: لا تسلّم شيئًا مقابله.',
      ],
      empty: ['لا يوجد وصل للتحقق منه', 'امسح رمز QR المطبوع على الوصل بكاميرا هاتفك.'],
      checking: ['جارٍ التحقق…', ''],
      no_keys: [
        'تعذّر التحقق: لا يوجد اتصال بالشبكة',
        'لم تُحفظ مفاتيح التحقق في هذا الهاتف بعد. اتصل بالشبكة ثم أعد فتح هذه الصفحة.',
      ],
      old_browser: [
        'هذا المتصفح لا يستطيع التحقق',
        'حدّث المتصفح أو استعمل هاتفًا آخر. هذا لا يعني أن الوصل مزوّر.',
      ],
      provisional: [
        'وصل مؤقت غير موقَّع',
        'أُخذ المبلغ بلا اتصال بالشبكة ولم يتأكد الدفع بعد. هذا لا يثبت شيئًا: اطلب الوصل النهائي.',
      ],
      not_a_receipt: [
        'هذا الرمز ليس وصلًا',
        'الرمز ناقص أو تالف أو ليس رمز وصل. امسحه من جديد، وإن تكرر ذلك فلا تقبله.',
      ],
      unsupported: [
        'نوع هذا الوصل غير معروف',
        'وُقّع الوصل بطريقة لا تعرفها هذه الصفحة. حدّث الصفحة متصلًا بالشبكة، وإلا فلا تقبله.',
      ],
      foreign_issuer: [
        'لم تُصدر هذه المنصّة هذا الوصل',
        'يقول الوصل إن جهة أخرى أصدرته، ولا تستطيع هذه الصفحة التحقق منه. لا تقبله هنا.',
      ],
      unknown_key: [
        'وُقّع هذا الوصل بمفتاح غير معروف',
        'إن كنت بلا شبكة فاتصل وأعد المحاولة، فقد يكون المفتاح جديدًا. وإلا فالوصل مزوّر.',
      ],
      revoked_key: [
        'أُلغي المفتاح الذي وقّع هذا الوصل',
        'قد يكون المفتاح في أيدٍ أخرى، فلا يثبت الوصل شيئًا. اطلب من نقطة الدفع طباعته من جديد.',
      ],
      ended_key: ['هذا الوصل مزوّر', 'انتهى المفتاح الذي وقّعه قبل وقت الدفع المكتوب فيه. لا تقبله.'],
      wrong_signature: ['هذا الوصل مزوّر أو غُيّر', 'التوقيع لا يطابق المحتوى. لا تقبله.'],
    },
    fields: {
      partner: 'لصالح',
      amount: 'المبلغ',
      reference: 'المرجع',
      digest: 'بصمة المرجع',
      paidAt: 'تاريخ الدفع',
      number: 'رقم الوصل',
      shortNumber: 'الرقم المختصر',
      issuer: 'جهة الإصدار',
    },
    keysOf: 'تم التحقق بلا شبكة بمفاتيح محفوظة؛ ولا يُعرف ما أُلغي بعد',
  },
  fr: {
    title: 'Vérifier un reçu',
    here: 'Vous êtes sur',
    compare:
      'Comparez cette adresse avec celle imprimée sur le reçu\u00a0: un faux code peut ouvrir une fausse page.',
    outcomes: {
      paid: [
        'Reçu valable\u00a0: ce montant a été payé',
        'C’est ce qui a été payé à ce moment. Il a pu être remboursé depuis.',
      ],
      test: [
        'Paiement d’essai, aucun argent n’a été reçu',
        'La plateforme a signé ce reçu pour un essai. Il ne prouve aucun paiement\u00a0: ne remettez rien en échange.',
      ],
      empty: ['Aucun reçu à vérifier', 'Scannez le code QR d’un reçu avec votre téléphone.'],
      checking: ['Vérification…', ''],
      no_keys: [
        'Vérification impossible\u00a0: pas de réseau',
        'Ce téléphone n’a pas encore les clés. Connectez-vous, puis rouvrez cette page.',
      ],
      old_browser: [
        'Ce navigateur ne peut pas vérifier',
        'Mettez-le à jour ou prenez un autre téléphone. Cela ne veut pas dire que le reçu est faux.',
      ],
      provisional: [
        'Reçu provisoire, non signé',
        'L’argent a été pris sans réseau et le paiement n’est pas encore confirmé. Il ne prouve rien\u00a0: demandez le reçu définitif.',
      ],
      not_a_receipt: [
        'Ce code n’est pas un reçu',
        'Il est incomplet, abîmé ou d’une autre sorte. Scannez-le de nouveau\u00a0; si cela se répète, ne l’acceptez pas.',
      ],
      unsupported: [
        'Ce type de reçu est inconnu',
        'Il est signé d’une manière que cette page ne connaît pas. Rouvrez la page avec le réseau\u00a0; sinon ne l’acceptez pas.',
      ],
      foreign_issuer: [
        'Cette plateforme n’a pas émis ce reçu',
        'Le reçu nomme un autre émetteur, que cette page ne peut pas vérifier. Ne l’acceptez pas ici.',
      ],
      unknown_key: [
        'Ce reçu est signé avec une clé inconnue',
        'Sans réseau, connectez-vous et réessayez\u00a0: la clé est peut-être nouvelle. Sinon le reçu est faux.',
      ],
      revoked_key: [
        'La clé qui a signé ce reçu est révoquée',
        'D’autres peuvent avoir la clé\u00a0: le reçu ne prouve plus rien. Demandez au guichet de le réimprimer.',
      ],
      ended_key: [
        'Ce reçu est faux',
        'La clé qui l’a signé avait pris fin avant la date de paiement qu’il indique. Ne l’acceptez pas.',
      ],
      wrong_signature: [
        'Ce reçu est faux ou a été modifié',
        'La signature ne correspond pas au contenu. Ne l’acceptez pas.',
      ],
    },
    fields: {
      partner: 'Pour',
      amount: 'Montant',
      reference: 'Référence',
      digest: 'Empreinte de la référence',
      paidAt: 'Payé le',
      number: 'Reçu n°',
      shortNumber: 'N° court à dicter',
      issuer: 'Émetteur',
    },
    keysOf:
      'Vérifié sans réseau, avec les clés gardées\u00a0; les révocations suivantes sont inconnues',
  },
  en: {
    title: 'Check a receipt',
    here: 'You are on',
    compare:
      'Compare this address with the one printed on the receipt: a forged code can open a forged page.',
    outcomes: {
      paid: [
        'The receipt is valid: this was paid',
        'This is what was paid then. It may have been refunded since.',
      ],
      test: [
        'Test payment, no money was taken',
        'The platform signed this receipt for a test. It proves no payment: hand nothing over for it.',
      ],
      empty: ['No receipt to check', 'Scan the QR code of a receipt with your phone.'],
      checking: ['Checking…', ''],
      no_keys: [
        'Cannot check: there is no network',
        'This phone does not have the keys yet. Connect, then open this page again.',
      ],
      old_browser: [
        'This browser cannot check receipts',
        'Update it, or use another phone. It does not mean that the receipt is forged.',
      ],
      provisional: [
        'A provisional receipt, not signed',
        'The money was taken without the network and the payment is not confirmed yet. It proves nothing: ask for the final receipt.',
      ],
      not_a_receipt: [
        'This code is not a receipt',
        'It is incomplete, damaged or of another kind. Scan it again; if this repeats, do not accept it.',
      ],
      unsupported: [
        'This kind of receipt is unknown',
        'It is signed in a way that this page does not know. Open the page again with the network; otherwise do not accept it.',
      ],
      foreign_issuer: [
        'This platform did not issue this receipt',
        'The receipt names another issuer, which this page cannot check. Do not accept it here.',
      ],
      unknown_key: [
        'This receipt is signed with an unknown key',
        'Without the network, connect and try again: the key may be new. Otherwise the receipt is forged.',
      ],
      revoked_key: [
        'The key that signed this receipt is revoked',
        'Others may have the key, so the receipt proves nothing. Ask the till to print it again.',
      ],
      ended_key: [
        'This receipt is forged',
        'The key that signed it had ended before the time of payment that it names. Do not accept it.',
      ],
      wrong_signature: [
        'This receipt is forged or was altered',
        'The signature does not match the content. Do not accept it.',
      ],
    },
    fields: {
      partner: 'To',
      amount: 'Amount',
      reference: 'Reference',
      digest: 'Digest of the reference',
      paidAt: 'Paid on',
      number: 'Receipt no.',
      shortNumber: 'Short no. to dictate',
      issuer: 'Issuer',
    },
    keysOf: 'Checked without the network, with kept keys; later revocations are unknown',
  },
}
