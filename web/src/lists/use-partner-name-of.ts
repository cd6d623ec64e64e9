import { useLanguage } from '../texts/language.ts'

type Named = { name: string; nameAr: string | null }

/** The name of a partner in the script of the page, where it has one. */
export const usePartnerNameOf = (): ((partner: Named) => string) => {
  const { language } = useLanguage()
  return ({ name, nameAr }) => (language === 'ar' ? (nameAr ?? name) : name)
}
