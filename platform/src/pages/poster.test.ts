import { expect, test } from 'vitest'
import { posterPage } from './poster.ts'

const posterOf = (origin: string): string =>
  posterPage({
    size: 'A6',
    label: 'Caisse 2',
    partner: { name: 'Dar El Bahia', nameAr: null },
    checkCode: 'K7M-3FQ',
    url: `${origin}/q/7Z3M9K0QW5T8R2VXN4BHJD01Z9`,
  }).markup

test.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://0.0.0.0', 'http://[::1]:1'])(
  'a poster that leads phones to %s warns whoever is about to print it',
  (origin) => {
    expect(posterOf(origin)).toContain('WASL_PUBLIC_URL')
  },
)

test.each(['https://pay.example.dz', 'http://192.168.1.20:8080', 'https://localhost.example'])(
  'a poster that leads phones to %s does not',
  (origin) => {
    expect(posterOf(origin)).not.toContain('WASL_PUBLIC_URL')
  },
)
