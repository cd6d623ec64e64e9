/** What is shown of the header `authorization`: nobody reads a secret after it was made. */
export const HIDDEN_BEARER = 'Bearer ••••••••'
