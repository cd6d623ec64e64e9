/** Under which name this device keeps the printed receipt of a payment. */
export const paperName = (paymentId: string): string => `paper ${paymentId}`
