import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { expect, test } from 'vitest'
import { ApiFailure } from '../api/failure.ts'
import { FormFailure } from '../components/act-dialog.tsx'
import { Outcomes } from '../lists/outcomes.tsx'
import { Problem } from './problem.tsx'

const error = new ApiFailure(new Response(null, { status: 400 }), {
  error: 'REQUEST400_INVALID',
  errorMessage: 'The request is not as expected.',
  details: [
    { path: 'amount', message: 'Expected at most 500.' },
    { path: 'lines.2.vat', message: 'Expected a number.' },
  ],
})

const shown = (element: ReactNode): string =>
  renderToStaticMarkup(createElement(IntlProvider, { locale: 'en' }, element))

const outcome = { done: [], refused: [{ row: 'p-1', error }] }
const nameOf = (row: string): string => row

test.each([
  ['beside a form of the account', createElement(Problem, { error })],
  ['in a dialog', createElement(FormFailure, { failure: error })],
  ['of a row among several', createElement(Outcomes<string>, { outcome, nameOf, keyOf: nameOf })],
])('a refusal shows its message and each wrong place: %s', (_, element) => {
  const markup = shown(element)
  for (const part of [
    'The request is not as expected.',
    'amount',
    'Expected at most 500.',
    'lines.2.vat',
    'Expected a number.',
  ]) {
    expect(markup).toContain(part)
  }
})
