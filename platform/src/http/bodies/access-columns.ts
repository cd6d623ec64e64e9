/** The columns of who can do what as a file for people. */
import {
  ACCESS_KIND_WORDS,
  ACCESS_ROLE_WORDS,
  ACCESS_SCOPE_WORDS,
  wordOf,
  type AccessRecord,
} from '@wasl/protocol'
import { nameOf, wordIn, type ListTable, type Say } from './list-columns.ts'
import { momentOf, textOf } from './table-file.ts'

const OPERATOR = { operator: { en: 'The operator', fr: 'L’opérateur', ar: 'المشغّل' } } as const
const UNUSED = { unused: { en: 'Unused', fr: 'Inutilisé', ar: 'غير مستعمل' } } as const

/** A role, or the permissions of a key. */
const scopeOf = ({ role, permissions }: AccessRecord, { language }: Say): string => {
  if (role !== null) return wordOf(ACCESS_ROLE_WORDS, role, language)
  return permissions?.join(', ') ?? ACCESS_SCOPE_WORDS.all[language]
}

export const ACCESS_TABLE: ListTable<AccessRecord> = {
  title: { en: 'Who can do what', fr: 'Qui peut faire quoi', ar: 'من يستطيع ماذا' },
  name: 'access',
  idsOf: ({ partnerId, channelId }) => [partnerId, channelId],
  columns: [
    {
      head: { en: '90 days', fr: '90 jours', ar: '90 يومًا' },
      cell: ({ isUnused }, say) => wordIn(UNUSED, isUnused ? 'unused' : null, say),
    },
    {
      head: { en: 'Last use', fr: 'Dernier usage', ar: 'آخر استعمال' },
      cell: ({ lastUsedAt }) => momentOf(lastUsedAt),
    },
    {
      head: { en: 'Kind', fr: 'Type', ar: 'النوع' },
      cell: ({ kind }, say) => wordIn(ACCESS_KIND_WORDS, kind, say),
    },
    { head: { en: 'Name', fr: 'Nom', ar: 'الاسم' }, cell: ({ name }) => textOf(name) },
    {
      head: { en: 'Belongs to', fr: 'Appartient à', ar: 'ينتمي إلى' },
      cell: ({ partnerId, channelId }, say) =>
        partnerId === null && channelId === null
          ? wordIn(OPERATOR, 'operator', say)
          : nameOf(partnerId ?? channelId, say),
    },
    {
      head: { en: 'May do', fr: 'Peut faire', ar: 'ما يستطيعه' },
      cell: (row, say) => textOf(scopeOf(row, say)),
    },
    {
      head: { en: 'Made', fr: 'Créé le', ar: 'أُنشئ' },
      cell: ({ createdAt }) => momentOf(createdAt),
    },
    { head: { en: 'Id', fr: 'Identifiant', ar: 'المعرّف' }, cell: ({ id }) => textOf(id) },
  ],
}
