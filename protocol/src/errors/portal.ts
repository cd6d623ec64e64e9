import type { ErrorEntry } from './entry.ts'

/** What a partner's users change by themselves (W153), and exports of payments (W158). */
export const PORTAL_ERRORS = {
  KEY404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no valid API key with this hint. It may have been revoked already. Read the list of keys again.',
      fr: 'Aucune clé d’API en cours de validité ne porte ce repère. Elle a peut-être déjà été révoquée. Relisez la liste des clés.',
      ar: 'لا يوجد مفتاح API ساري المفعول بهذه العلامة. ربما أُلغي من قبل. أعد قراءة قائمة المفاتيح.',
    },
  },
  KEY409_CURRENT: {
    status: 409,
    messages: {
      en: 'This is the current API key: without it your server would be refused. Nothing was changed. Make a new key first; then this one can be revoked.',
      fr: 'C’est la clé d’API en cours : sans elle, votre serveur serait refusé. Rien n’a été modifié. Créez d’abord une nouvelle clé ; celle-ci pourra alors être révoquée.',
      ar: 'هذا هو مفتاح API الحالي، وبدونه يُرفض خادمك. لم يتغيّر شيء. أنشئ مفتاحًا جديدًا أولًا، ثم يمكن إلغاء هذا.',
    },
  },
  EXPORT422_TOO_MANY: {
    status: 422,
    messages: {
      en: 'More rows match than an export can contain (see max). Nothing was exported. Choose a shorter period, and export the periods one after the other.',
      fr: 'Les lignes trouvées sont plus nombreuses qu’un export ne peut en contenir (voir max). Rien n’a été exporté. Choisissez une période plus courte, et exportez les périodes l’une après l’autre.',
      ar: 'السطور المطابقة أكثر مما يتسع له تصدير واحد (انظر max). لم يُصدَّر شيء. اختر فترة أقصر وصدّر الفترات واحدة بعد أخرى.',
    },
    extra: { max: 100_000 },
  },
  EXPORT429_TOO_MANY_AT_ONCE: {
    status: 429,
    messages: {
      en: 'Other exports are running, and more are already waiting. Nothing was exported. Wait the number of seconds in the header Retry-After, then try again.',
      fr: 'D’autres exports sont en cours, et d’autres attendent déjà. Rien n’a été exporté. Attendez le nombre de secondes indiqué par l’en-tête Retry-After, puis réessayez.',
      ar: 'يجري إعداد تصديرات أخرى وتنتظرها غيرها. لم يُصدَّر شيء. انتظر عدد الثواني المذكور في الترويسة Retry-After ثم أعد المحاولة.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
