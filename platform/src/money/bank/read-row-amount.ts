import { shown, type CsvMapping, type Centimes } from '@wasl/protocol'
import type { Column, Table } from './columns.ts'
import { says, type Said } from './file-problem.ts'
import { readBankAmount } from './read-amount.ts'
import type { Row } from './read-rows.ts'

/** The amount of a row, below 0 when it left the account, or what is wrong with it. */
export const readRowAmount = (
  row: Row,
  { amounts, decimal }: CsvMapping,
  cellOf: Table['cellOf'],
): Centimes | Said => {
  const read = (column: Column): Centimes | Said => {
    const text = cellOf(row, column)
    return readBankAmount(text, decimal) ?? amountSaid(decimal, text)
  }
  switch (amounts.form) {
    case 'signed': {
      const amount = read(amounts.column)
      return amounts.negative === 'out' || typeof amount !== 'number' ? amount : 0 - amount
    }
    case 'two-columns': {
      const [out, into] = [amounts.out, amounts.in].map((column) =>
        cellOf(row, column) === '' ? 0 : read(column),
      ) as [Centimes | Said, Centimes | Said]
      if (typeof out !== 'number') return out
      if (typeof into !== 'number') return into
      if (out !== 0 && into !== 0) return ONE_COLUMN
      // Some banks write a minus in the column of what left.
      return into < 0 ? NO_MINUS_IN : into - Math.abs(out)
    }
    case 'indicator': {
      const amount = read(amounts.column)
      if (typeof amount !== 'number') return amount
      const indicator = cellOf(row, amounts.indicator)
      if (amount < 0) return NO_MINUS_BESIDE
      if (indicator === amounts.in) return amount
      if (indicator === amounts.out) return 0 - amount
      return says(
        `expected "${amounts.in}" or "${amounts.out}", received ${shown(indicator)}`,
        `« ${amounts.in} » ou « ${amounts.out} » attendu, ${shown(indicator)} reçu`,
        `المنتظر «${amounts.in}» أو «${amounts.out}» والوارد ${shown(indicator)}`,
      )
    }
    default:
      return amounts satisfies never
  }
}

const amountSaid = (decimal: string, text: string): Said =>
  says(
    `expected an amount with "${decimal}" before its centimes, received ${shown(text)}`,
    `un montant avec « ${decimal} » avant ses centimes est attendu, ${shown(text)} reçu`,
    `المنتظر مبلغ فيه «${decimal}» قبل السنتيمات والوارد ${shown(text)}`,
  )

const ONE_COLUMN = says(
  'expected an amount in one of the two columns',
  'un montant est attendu dans une seule des deux colonnes',
  'المنتظر مبلغ في أحد العمودين فقط',
)

const NO_MINUS_IN = says(
  'expected no minus in the column of what came in',
  'aucun signe moins n’est attendu dans la colonne des entrées',
  'لا يُنتظر ناقص في عمود ما دخل',
)

const NO_MINUS_BESIDE = says(
  'expected no minus beside an indicator',
  'aucun signe moins n’est attendu à côté d’un indicateur de sens',
  'لا يُنتظر ناقص بجانب مؤشر الاتجاه',
)
