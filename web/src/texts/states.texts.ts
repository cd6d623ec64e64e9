import type { Texts } from './texts.ts'

export const STATES = {
  failed: {
    en: 'This could not be loaded.',
    fr: 'Chargement impossible.',
    ar: 'تعذّر تحميل هذه الصفحة.',
  },
  missing: {
    en: 'This part could not be loaded. Either Wasl was updated after you opened this page, or the connection failed. Load the page again.',
    fr: 'Cette partie n’a pas pu être chargée. Soit Wasl a été mis à jour depuis que vous avez ouvert cette page, soit la connexion a échoué. Rechargez la page.',
    ar: 'تعذّر تحميل هذا الجزء. إمّا أن وصل حُدِّث بعد أن فتحت هذه الصفحة، وإمّا أن الاتصال انقطع. أعد تحميل الصفحة.',
  },
  unsaved: {
    en: 'What you have typed on this page and not saved is then lost.',
    fr: 'Ce que vous avez saisi sur cette page sans l’enregistrer sera alors perdu.',
    ar: 'ما كتبته في هذه الصفحة ولم تحفظه يضيع عندئذ.',
  },
  loadAgain: { en: 'Load the page again', fr: 'Recharger la page', ar: 'أعد تحميل الصفحة' },
  notNow: { en: 'Not now', fr: 'Pas maintenant', ar: 'ليس الآن' },
  notFound: {
    en: 'There is no page at this address.',
    fr: 'Il n’y a pas de page à cette adresse.',
    ar: 'لا توجد صفحة في هذا العنوان.',
  },
  home: { en: 'Go to the first page', fr: 'Aller à l’accueil', ar: 'إلى الصفحة الأولى' },
  nothingChanged: {
    en: 'Nothing was changed.',
    fr: 'Rien n’a été modifié.',
    ar: 'لم يتغيّر أي شيء.',
  },
  offline: {
    en: 'The platform does not answer, so this could not be loaded.',
    fr: 'La plateforme ne répond pas\u00a0: le chargement a échoué.',
    ar: 'المنصّة لا تجيب، فتعذّر التحميل.',
  },
  unanswered: {
    en: 'The platform did not answer. It may or may not have been done: check before you send it again.',
    fr: 'La plateforme n’a pas répondu. C’est peut-être fait, peut-être pas\u00a0: vérifiez avant de recommencer.',
    ar: 'لم تُجب المنصّة. قد يكون الطلب نُفّذ وقد لا يكون: تحقّق قبل أن تعيد إرساله.',
  },
  again: { en: 'Try again', fr: 'Réessayer', ar: 'أعد المحاولة' },
  request: { en: 'Request', fr: 'Requête', ar: 'رقم الطلب' },
  refused: {
    en: 'You may not see this page.',
    fr: 'Vous n’avez pas accès à cette page.',
    ar: 'ليس لديك حق الاطلاع على هذه الصفحة.',
  },
  refusedBy: {
    en: 'It needs the right “{right}”. An owner of your organisation can give it to you.',
    fr: 'Il faut le droit « {right} ». Un propriétaire de votre organisation peut vous l’accorder.',
    ar: 'يلزم الحق «{right}». يمكن لمالك في مؤسستك أن يمنحك إياه.',
  },
} as const satisfies Texts
