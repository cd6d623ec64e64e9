import type { Texts } from '../texts/texts.ts'

export const SELECTION = {
  choose: { en: 'Select {name}', fr: 'Sélectionner {name}', ar: 'اختر {name}' },
  chooseAll: {
    en: 'Select all that is shown',
    fr: 'Sélectionner tout ce qui est affiché',
    ar: 'اختر كل المعروض',
  },
  chosen: {
    en: '{count, plural, =0 {Nothing selected} one {# selected} other {# selected}}',
    fr: '{count, plural, =0 {Aucune sélection} one {# sélectionné} other {# sélectionnés}}',
    ar: '{count, plural, =0 {لم يُختر شيء} one {اختير واحد} two {اختير اثنان} few {اختير #} many {اختير #} other {اختير #}}',
  },
  noneChosen: {
    en: 'Select rows first.',
    fr: 'Sélectionnez d’abord des lignes.',
    ar: 'اختر أسطرًا أولًا.',
  },
  noneFits: {
    en: 'None of the selected rows waits for this.',
    fr: 'Aucune des lignes sélectionnées n’attend cette action.',
    ar: 'لا ينتظر أي من الأسطر المختارة هذا الإجراء.',
  },
  leftOut: {
    en: '{count, plural, one {# selected row does not wait for this, and stays as it is.} other {# selected rows do not wait for this, and stay as they are.}}',
    fr: '{count, plural, one {# ligne sélectionnée n’attend pas cette action et reste inchangée.} other {# lignes sélectionnées n’attendent pas cette action et restent inchangées.}}',
    ar: '{count, plural, one {سطر مختار واحد لا ينتظر هذا الإجراء ويبقى كما هو.} two {سطران مختاران لا ينتظران هذا الإجراء ويبقيان كما هما.} few {# أسطر مختارة لا تنتظر هذا الإجراء وتبقى كما هي.} many {# سطرًا مختارًا لا ينتظر هذا الإجراء ويبقى كما هو.} other {# سطر مختار لا ينتظر هذا الإجراء ويبقى كما هو.}}',
  },
  running: { en: '{done} of {count}', fr: '{done} sur {count}', ar: '{done} من {count}' },
  done: {
    en: '{count, plural, =0 {None is done.} one {# is done.} other {# are done.}}',
    fr: '{count, plural, =0 {Aucun n’est fait.} one {# est fait.} other {# sont faits.}}',
    ar: '{count, plural, =0 {لم يُنجز شيء.} one {أُنجز واحد.} two {أُنجز اثنان.} few {أُنجز #.} many {أُنجز #.} other {أُنجز #.}}',
  },
  refused: {
    en: '{count, plural, one {# was not done:} other {# were not done:}}',
    fr: '{count, plural, one {# n’est pas fait :} other {# ne sont pas faits :}}',
    ar: '{count, plural, one {لم يُنجز واحد:} two {لم يُنجز اثنان:} few {لم يُنجز #:} many {لم يُنجز #:} other {لم يُنجز #:}}',
  },
  unanswered: {
    en: 'No answer came. It may have been done: check before you try again.',
    fr: 'Pas de réponse. C’est peut-être fait : vérifiez avant de recommencer.',
    ar: 'لم يصل جواب. قد يكون نُفّذ: تحقّق قبل أن تعيد المحاولة.',
  },
  none: { en: 'Nothing to do here.', fr: 'Rien à faire ici.', ar: 'لا شيء هنا.' },
} as const satisfies Texts
