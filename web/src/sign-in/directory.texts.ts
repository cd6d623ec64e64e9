import type { Texts } from '../texts/texts.ts'

export const DIRECTORY_SIGN_IN = {
  byDirectory: {
    en: 'Sign in through your company',
    fr: 'Se connecter par votre entreprise',
    ar: 'الدخول عبر شركتك',
  },
  inNewTab: {
    en: 'Sign in through your company, in a new tab',
    fr: 'Se connecter par votre entreprise, dans un nouvel onglet',
    ar: 'الدخول عبر شركتك في علامة تبويب جديدة',
  },
  confirm: {
    en: 'Confirm at your company, in a new tab',
    fr: 'Confirmer auprès de votre entreprise, dans un nouvel onglet',
    ar: 'أكّد هويتك لدى شركتك في علامة تبويب جديدة',
  },
  confirmTitle: { en: 'Is it you?', fr: 'Est-ce bien vous ?', ar: 'هل هذا أنت؟' },
  confirmWhy: {
    en: 'Your company asks for your password again. Then come back to the page where you were.',
    fr: 'Votre entreprise vous redemande votre mot de passe. Revenez ensuite à la page où vous étiez.',
    ar: 'تطلب شركتك كلمة السر من جديد. ثم عُد إلى الصفحة التي كنت فيها.',
  },
  confirmed: {
    en: 'You are confirmed for 10 minutes. Close this tab and go on where you were.',
    fr: 'Votre identité est confirmée pour 10 minutes. Fermez cet onglet et continuez où vous étiez.',
    ar: 'تأكّدت هويتك لمدة 10 دقائق. أغلق علامة التبويب هذه وتابع من حيث كنت.',
  },
  coming: { en: 'Signing in…', fr: 'Connexion en cours…', ar: 'جارٍ تسجيل الدخول…' },
  begin: {
    en: 'Back to the sign-in page',
    fr: 'Retour à la page de connexion',
    ar: 'العودة إلى صفحة الدخول',
  },
} as const satisfies Texts
