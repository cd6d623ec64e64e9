import type { Texts } from '../texts/texts.ts'

export const ENROL = {
  title: { en: 'A shared till', fr: 'Une caisse partagée', ar: 'صندوق مشترك' },
  says: {
    en: 'This browser becomes a till of the channel that gave you the link. Each agent signs in on it with a PIN.',
    fr: 'Ce navigateur devient une caisse du canal dont vient le lien. Chaque agent s’y connecte avec son code PIN.',
    ar: 'يصبح هذا المتصفح صندوقًا للقناة التي جاء منها الرابط. ويدخل كل عون فيه برمز PIN الخاص به.',
  },
  enrol: { en: 'Enrol this device', fr: 'Enregistrer cet appareil', ar: 'تسجيل هذا الجهاز' },
  done: {
    en: '{name} is enrolled.',
    fr: '{name} est enregistré.',
    ar: 'تم تسجيل {name}.',
  },
  open: { en: 'Open the till', fr: 'Ouvrir la caisse', ar: 'افتح الصندوق' },
  ended: {
    en: 'This link is not valid any more.',
    fr: 'Ce lien n’est plus valable.',
    ar: 'لم يعد هذا الرابط صالحًا.',
  },
  endedHow: {
    en: 'It was used, or is older than a day. Ask for a new one.',
    fr: 'Il a déjà servi ou date de plus d’un jour. Demandez-en un nouveau.',
    ar: 'إما أنه استُعمل أو مضى عليه أكثر من يوم. اطلب رابطًا جديدًا.',
  },
} as const satisfies Texts
