/** The one search box of the console (W140). */
import type { OperationTable } from '../../operation.ts'
import { searchAnswer, searchQuery } from '../../search.ts'
import * as examples from '../examples/search.ts'

export const OPERATOR_SEARCH = {
  search: {
    caller: 'operator',
    tag: 'Operator API',
    method: 'GET',
    path: '/operator/v1/search',
    permission: 'payments.view',
    summary: 'Search for anything',
    description:
      'A reference or its beginning; an amount or a range, such as `12 450`, `12450,00 DA`, ' +
      '`٢٥٠٠ دج` or `de 12000 à 13000`; the name of a partner, a channel or an agent; the ' +
      'number or code of a receipt; any id; the id of a request. Of the references with the ' +
      'same beginning it finds the first of each partner in alphabetical order. Each part of ' +
      'the search ends after 3 s. It finds only what the caller may list.',
    query: searchQuery,
    answer: {
      description: 'What was found, in groups, the best first.',
      schema: searchAnswer,
      examples: { amount: examples.searchAnswer },
    },
  },
} as const satisfies OperationTable
