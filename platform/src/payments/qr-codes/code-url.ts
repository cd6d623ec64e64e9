/** The URL in the image of a code: the page for the payer (D20). Pure. */
export const qrCodeUrl = (origin: string, token: string): string => `${origin}/q/${token}`
