import { firstLanguage } from '../texts/language.ts'

/** What a browser says of a field in its own language, said in the language of the page. */
const SAID = {
  valueMissing: {
    en: 'Fill in this field.',
    fr: 'Remplissez ce champ.',
    ar: 'املأ هذه الخانة.',
  },
  typeMismatch: {
    en: 'This is not a complete address.',
    fr: 'Cette adresse n’est pas complète.',
    ar: 'هذا العنوان غير مكتمل.',
  },
} as const

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement

/** Whose complaint is ours now. Fields with a complaint of their own keep it. */
const ours = new Set<Control>()

/**
 * Makes the browser’s own complaint about an empty or incomplete field speak the page’s language: the
 * browser would use its own, which somebody who reads Arabic alone may not understand.
 */
export const speakOwnLanguage = (): void => {
  document.addEventListener(
    'invalid',
    ({ target }) => {
      if (!isControl(target) || target.validity.customError) return
      const { valueMissing, typeMismatch } = target.validity
      if (!valueMissing && !typeMismatch) return
      target.setCustomValidity(
        SAID[valueMissing ? 'valueMissing' : 'typeMismatch'][firstLanguage()],
      )
      ours.add(target)
    },
    true,
  )
  // Each press of a button asks again, and typing answers: an earlier complaint stands in the way of both.
  for (const kind of ['input', 'change', 'click']) document.addEventListener(kind, forget, true)
}

const forget = (): void => {
  for (const control of ours) control.setCustomValidity('')
  ours.clear()
}
