import type { Texts } from '../texts/texts.ts'

export const TILLS = {
  title: { en: 'Shared tills', fr: 'Caisses partagées', ar: 'الصناديق المشتركة' },
  supervisors: {
    en: 'Only a supervisor or the manager of the channel looks after shared tills. Ask one of them.',
    fr: 'Seul un superviseur ou le responsable du canal gère les caisses partagées. Adressez-vous à l’un d’eux.',
    ar: 'لا يتولّى الصناديق المشتركة إلا مشرف القناة أو مديرها. اتصل بأحدهما.',
  },
  devices: { en: 'Devices', fr: 'Appareils', ar: 'الأجهزة' },
  devices_none: {
    en: 'No device is enrolled. On an enrolled device each agent signs in with a PIN.',
    fr: 'Aucun appareil n’est enregistré. Sur un appareil enregistré, chaque agent se connecte avec son code PIN.',
    ar: 'لا يوجد جهاز مسجَّل. على الجهاز المسجَّل يدخل كل عون برمز PIN الخاص به.',
  },
  enrol: { en: 'Enrol this device', fr: 'Enregistrer cet appareil', ar: 'تسجيل هذا الجهاز' },
  device_name: { en: 'Name of this device', fr: 'Nom de cet appareil', ar: 'اسم هذا الجهاز' },
  device_example: { en: 'Counter 2', fr: 'Guichet 2', ar: 'الشباك 2' },
  this_device: { en: 'this device', fr: 'cet appareil', ar: 'هذا الجهاز' },
  enrolled_by: { en: 'enrolled by {name}', fr: 'enregistré par {name}', ar: 'سجّله {name}' },
  revoked: { en: 'Revoked', fr: 'Révoqué', ar: 'ملغى' },
  revoke: { en: 'Revoke', fr: 'Révoquer', ar: 'إلغاء التسجيل' },
  agents: { en: 'Agents', fr: 'Agents', ar: 'الأعوان' },
  agents_none: {
    en: 'The channel has no active agent. Add agents at the till.',
    fr: 'Le canal n’a aucun agent actif. Ajoutez des agents à la caisse.',
    ar: 'ليس للقناة عون نشط. أضف الأعوان من الصندوق.',
  },
  has_pin: { en: 'has a PIN', fr: 'a un code PIN', ar: 'لديه رمز PIN' },
  no_pin: { en: 'no PIN yet', fr: 'pas encore de code PIN', ar: 'بلا رمز PIN بعد' },
  locked: { en: 'PIN locked', fr: 'Code PIN verrouillé', ar: 'رمز PIN مقفل' },
  make_code: { en: 'Give a code', fr: 'Donner un code', ar: 'إعطاء رمز' },
  new_code: { en: 'Give a new code', fr: 'Donner un nouveau code', ar: 'إعطاء رمز جديد' },
  unlock: { en: 'Unlock', fr: 'Déverrouiller', ar: 'فتح القفل' },
  code_for: {
    en: 'Code for {name}',
    fr: 'Code pour {name}',
    ar: 'رمز {name}',
  },
  code_how: {
    en: 'It is typed once at an enrolled device, to choose a PIN. Valid until {time}.',
    fr: 'À saisir une fois sur un appareil enregistré, pour choisir un code PIN. Valable jusqu’à {time}.',
    ar: 'يُدخل مرة واحدة على جهاز مسجَّل لاختيار رمز PIN. صالح إلى غاية {time}.',
  },
} as const satisfies Texts
