/**
 * A person in one line of text. Two may have the same name; no two have the same e-mail.
 *
 * @example toldApart('Amina', 'amina@ecole.example') // 'Amina (amina@ecole.example)'
 */
export const toldApart = (name: string, email: string | null): string =>
  email === null ? name : `${name} (\u2066${email}\u2069)`
