/** Light or dark, as the device says or as the person chose on this machine. */
export type Appearance = 'auto' | 'light' | 'dark'

const KEPT = 'wasl.appearance'

export const keptAppearance = (): Appearance => {
  const kept = localStorage.getItem(KEPT)
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

/** tokens.css follows the device unless `data-theme` names one. */
export const applyAppearance = (appearance: Appearance): void => {
  if (appearance === 'auto') {
    localStorage.removeItem(KEPT)
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem(KEPT, appearance)
    document.documentElement.dataset['theme'] = appearance
  }
}
