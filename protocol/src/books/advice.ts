import type { Language } from '../language.ts'
import type { BookDifferenceName } from './compare.ts'

/** What each difference means and what to do, for people. */
export const BOOK_ADVICE: Readonly<Record<BookDifferenceName, Readonly<Record<Language, string>>>> =
  {
    missing_here: {
      en: 'The platform took this payment, and your book does not have it. Look for its webhook, mark the reference as paid, and deliver.',
      fr: 'La plateforme a encaissé ce paiement, et votre livre ne l’a pas. Cherchez son webhook, marquez la référence comme payée, et livrez.',
      ar: 'قبضت المنصّة هذه الدفعة وهي غير موجودة في دفترك. ابحث عن إشعار webhook الخاص بها، وسجّل المرجع مدفوعًا، ثم سلّم.',
    },
    missing_there: {
      en: 'Your book has it, and the platform holds no money for it in this period. Was it paid in another way, or on another date? If not, do not deliver.',
      fr: 'Votre livre l’a, et la plateforme n’a pas d’argent pour elle sur cette période. A-t-elle été payée autrement, ou à une autre date ? Sinon, ne livrez pas.',
      ar: 'هي في دفترك، ولا مال لها لدى المنصّة في هذه الفترة. هل دُفعت بطريقة أخرى أو في تاريخ آخر؟ إن لم يكن كذلك فلا تسلّم.',
    },
    another_state: {
      en: 'Both books have it in another state. The platform’s state counts: book the payment, or the refund, that you miss. If you expect a refund that was not made, ask the operator.',
      fr: 'Les deux livres l’ont dans un autre état. L’état de la plateforme compte : inscrivez le paiement, ou le remboursement, qui vous manque. Si vous attendez un remboursement qui n’a pas été fait, demandez à l’opérateur.',
      ar: 'هي في الدفترين بحالتين مختلفتين. العبرة بحالة المنصّة: سجّل الدفعة أو الاسترداد الناقص عندك. وإن كنت تنتظر استردادًا لم يُنفَّذ فاسأل المشغّل.',
    },
    another_amount: {
      en: 'Both books have it with another amount. Was it entered twice, or did the price change after the lookup? The amount that was paid is the platform’s.',
      fr: 'Les deux livres l’ont avec un autre montant. A-t-elle été saisie deux fois, ou le prix a-t-il changé après la consultation ? Le montant payé est celui de la plateforme.',
      ar: 'هي في الدفترين بمبلغين مختلفين. هل سُجّلت مرتين، أم تغيّر السعر بعد الاستعلام؟ المبلغ المدفوع هو مبلغ المنصّة.',
    },
  }
