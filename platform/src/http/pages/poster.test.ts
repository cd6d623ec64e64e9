import { expect, test } from 'vitest'
import { posterPage, type PosterParts } from './poster.ts'

const posterOf = (origin: string, dead: PosterParts['dead'] = null): string =>
  posterPage({
    size: 'A6',
    label: 'Caisse 2',
    partner: { name: 'Dar El Bahia', nameAr: null },
    checkCode: 'K7M-3FQ',
    url: `${origin}/q/7Z3M9K0QW5T8R2VXN4BHJD01Z9`,
    dead,
  }).markup

const OF_THIS_MACHINE = [
  'http://127.0.0.1:8080',
  'http://localhost:8080',
  'http://pay.localhost',
  'http://0.0.0.0',
  'http://[::1]:1',
]

const OF_A_NETWORK = [
  'http://192.168.1.20:8080',
  'http://10.1.2.3',
  'http://172.31.0.1',
  'http://169.254.7.7',
  'http://100.64.0.1',
  'http://[fd00::7]:8080',
  'http://till.local',
  'http://till.local.',
  'http://pay.lan:8080',
  'http://wasl:8080',
]

test.each([
  ...OF_THIS_MACHINE.map((origin) => [origin, 'no phone will open it', 'aucun', 'أي هاتف']),
  ...OF_A_NETWORK.map((origin) => [origin, 'only phones on its own', 'seuls', 'بشبكته']),
])(
  'a poster that leads phones to %s warns the person who prints it, in each language',
  (...texts) => {
    const [origin, ...warnings] = texts
    const poster = posterOf(origin as string)
    expect(poster.match(/WASL_PUBLIC_URL/g)).toHaveLength(3)
    for (const warning of warnings) expect(poster).toContain(warning)
  },
)

test.each([
  'https://pay.example.dz',
  'https://localhost.example',
  'https://local.dz',
  'https://192.168.example.dz',
  'https://41.111.0.1',
  'https://[2a00:1450::1]',
])('a poster that leads phones to %s warns of nothing', (origin) => {
  expect(posterOf(origin)).not.toContain('WASL_PUBLIC_URL')
})

test('a poster tells how to print it in each language', () => {
  const poster = posterOf('https://pay.example.dz')
  for (const text of ['بنسبة 100%', 'sans marges', 'without margins'])
    expect(poster).toContain(text)
})

test.each([
  ['disabled', ['خارج الخدمة', 'Hors service', 'Out of use'], ['معطّل', 'désactivé', 'Enable it']],
  ['usedUp', ['دُفع من قبل', 'Déjà payé', 'Already paid'], ['لدفعة واحدة', 'seul', 'one payment']],
] as const)(
  'a poster of a %s code says so, above the sheet and on it',
  (dead, stamps, warnings) => {
    const [above = '', sheet = ''] = posterOf('https://pay.example.dz', dead).split('<main')
    for (const warning of warnings) expect(above).toContain(warning)
    for (const stamp of stamps) expect(sheet).toContain(stamp)
    expect(posterOf('https://pay.example.dz')).not.toMatch(
      new RegExp(`${stamps.join('|')}|"stamp"`),
    )
  },
)
