/** A mapping as the fields of its form, and back. Each field is named as the contract names it. */
import type { BankMapping } from '@wasl/protocol'
import type { CallInput } from '../../api/contract.ts'

type Mapping = CallInput<'PUT /operator/v1/bank-mappings/{name}'>['body']

export type MappingValues = {
  name: string
  format: string
  account: string
  accountNumber: string
  delimiter: string
  encoding: string
  quote: string
  headerRows: string
  footerRows: string
  dateFormat: string
  decimal: string
  form: string
  'amounts.column': string
  'amounts.negative': string
  'amounts.indicator': string
  'amounts.out': string
  'amounts.in': string
  'columns.bookedOn': string
  'columns.valueOn': string
  'columns.description': string
  'columns.reference': string
}

export const NEW_MAPPING: MappingValues = {
  name: '',
  format: 'csv',
  account: 'clients',
  accountNumber: '',
  delimiter: ';',
  encoding: 'utf-8',
  quote: '"',
  headerRows: '1',
  footerRows: '0',
  dateFormat: 'DD/MM/YYYY',
  decimal: ',',
  form: 'two-columns',
  'amounts.column': '',
  'amounts.negative': 'out',
  'amounts.indicator': '',
  'amounts.out': '',
  'amounts.in': '',
  'columns.bookedOn': '',
  'columns.valueOn': '',
  'columns.description': '',
  'columns.reference': '',
}

/** The fields as they are set now. */
export const valuesOf = ({ name, mapping }: BankMapping): MappingValues => {
  if (mapping.format === 'mt940' || mapping.format === 'camt.053') {
    return { ...NEW_MAPPING, ...mapping, name, accountNumber: mapping.accountNumber ?? '' }
  }
  const { amounts, columns, quote, headerRows, footerRows, ...rest } = mapping
  const { form, ...money } = amounts
  const named = Object.entries(money).map(([key, value]) => [`amounts.${key}`, String(value)])
  return {
    ...NEW_MAPPING,
    ...rest,
    ...(Object.fromEntries(named) as Partial<MappingValues>),
    name,
    format: 'csv',
    form,
    quote: quote ?? '',
    headerRows: String(headerRows),
    footerRows: String(footerRows),
    'columns.bookedOn': String(columns.bookedOn),
    'columns.valueOn': String(columns.valueOn ?? ''),
    'columns.description': columns.description.join(' ; '),
    'columns.reference': String(columns.reference ?? ''),
  }
}

/** A column by its title, or by its number from 1 on. */
const column = (typed: string): string | number => {
  const text = typed.trim()
  return /^\d{1,3}$/.test(text) ? Number(text) : text
}

const amountsOf = (values: MappingValues): unknown => {
  const { form } = values
  const money = (name: 'column' | 'indicator' | 'out' | 'in') => column(values[`amounts.${name}`])
  if (form === 'signed') {
    return { form, column: money('column'), negative: values['amounts.negative'] }
  }
  if (form === 'two-columns') return { form, out: money('out'), in: money('in') }
  return {
    form,
    column: money('column'),
    indicator: money('indicator'),
    // What the bank writes there is text, a digit too.
    out: values['amounts.out'].trim(),
    in: values['amounts.in'].trim(),
  }
}

/** What is sent. The platform says of each field what it expected. */
export const mappingOf = (values: MappingValues): Mapping => {
  const { account, delimiter, encoding, dateFormat, decimal, quote } = values
  const { 'columns.valueOn': valueOn, 'columns.reference': reference } = values
  const { format } = values
  if (format === 'mt940' || format === 'camt.053') {
    const number = values.accountNumber.replaceAll(/\s/g, '')
    return {
      format,
      account,
      ...(number !== '' && { accountNumber: number }),
      ...(format === 'mt940' && { encoding }),
    } as Mapping
  }
  return {
    account,
    delimiter,
    encoding,
    dateFormat,
    decimal,
    quote: quote === '' ? null : quote,
    headerRows: Number(values.headerRows),
    footerRows: Number(values.footerRows),
    amounts: amountsOf(values),
    columns: {
      bookedOn: column(values['columns.bookedOn']),
      description: values['columns.description'].split(';').map(column),
      ...(valueOn.trim() !== '' && { valueOn: column(valueOn) }),
      ...(reference.trim() !== '' && { reference: column(reference) }),
    },
  } as Mapping
}
