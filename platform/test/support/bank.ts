/** The file of a bank: how its columns are read, as an operator sets it (W113). */
export const BANK_MAPPING = {
  account: 'clients',
  delimiter: ';',
  dateFormat: 'YYYY-MM-DD',
  decimal: ',',
  amounts: { form: 'signed', column: 'Montant' },
  columns: { bookedOn: 'Date', description: ['Libellé'], reference: 'Réf' },
}

/** A file without a head: day, signed amount, description. */
export const PLAIN_BANK_MAPPING = {
  account: 'clients',
  delimiter: ';',
  dateFormat: 'YYYY-MM-DD',
  decimal: '.',
  headerRows: 0,
  amounts: { form: 'signed', column: 2 },
  columns: { bookedOn: 1, description: [3] },
}
