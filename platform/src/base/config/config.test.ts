import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { readConfig, readDatabaseConfig, type Config, type Environment } from './config.ts'

const KEY = randomBytes(32)
const OLD_KEY = randomBytes(32)
const DATABASE_URL = 'postgres://wasl:hunter2hunter2@db.example:5432/wasl'

const problemOf = (environment: Environment): string => {
  try {
    readConfig(environment)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the configuration was accepted')
}

describe('the configuration', () => {
  test('needs nothing to be set', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: undefined,
      cells: [],
      dataDir: '.wasl',
      roles: ['api', 'dispatch', 'periodic'],
      operatorKey: undefined,
      masterKey: undefined,
      previousMasterKeys: [],
      allowPrivateTargets: false,
      publicUrl: undefined,
      qrGuid: 'dz.wasl',
      payLinks: [],
      lockSeconds: 900,
      timeZone: null,
      refundApprovalAbove: null,
      manualPostingAbove: 10_000_000,
      clientsAccount: null,
      keepMonths: null,
      keepAuditMonths: null,
      keepBooksMonths: 120,
      keepAttemptDays: 90,
      exportDir: null,
      logLevel: 'info',
      traces: false,
      traceparent: false,
      trustProxy: false,
      notify: null,
      auditSeals: { folder: null, url: null },
    } satisfies Config)
  })

  test('takes an empty variable for an absent one', () => {
    const names = ['PORT', 'HOST', 'DATABASE_URL', 'WASL_DATA_DIR', 'WASL_OPERATOR_KEY']
    const more = ['WASL_MASTER_KEY', 'WASL_MASTER_KEY_PREVIOUS', 'WASL_ALLOW_PRIVATE_TARGETS']
    const rest = ['WASL_PUBLIC_URL', 'WASL_LOCK_SECONDS', 'WASL_LOG_LEVEL', 'WASL_TRUST_PROXY']
    const codes = ['WASL_QR_GUID', 'WASL_PAY_LINKS']
    const empty = Object.fromEntries(
      [...names, ...more, ...rest, ...codes].map((name) => [name, '']),
    )
    expect(readConfig(empty)).toEqual(readConfig({}))
  })

  test('is read from the environment of this process unless another is given', () => {
    expect(readConfig().port).toBe(readConfig(process.env).port)
  })

  test.for<[Environment, Partial<Config>]>([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ HOST: '::1' }, { host: '::1' }],
    [{ HOST: 'localhost' }, { host: 'localhost' }],
    [{ WASL_ROLES: 'api' }, { roles: ['api'] }],
    [{ WASL_ROLES: ' periodic , dispatch,periodic' }, { roles: ['dispatch', 'periodic'] }],
    [{ WASL_DATA_DIR: '/srv/my wasl' }, { dataDir: '/srv/my wasl' }],
    [
      { WASL_OPERATOR_KEY: 'correct-horse-battery-staple-and-more' },
      { operatorKey: 'correct-horse-battery-staple-and-more' },
    ],
    [{ WASL_MASTER_KEY: KEY.toString('base64') }, { masterKey: KEY }],
    [{ WASL_MASTER_KEY: KEY.toString('base64').slice(0, 43) }, { masterKey: KEY }],
    [
      { WASL_MASTER_KEY_PREVIOUS: `${KEY.toString('base64')}, ${OLD_KEY.toString('base64')}` },
      { previousMasterKeys: [KEY, OLD_KEY] },
    ],
    [
      { DATABASE_URL, WASL_MASTER_KEY: KEY.toString('base64') },
      { databaseUrl: DATABASE_URL, masterKey: KEY },
    ],
    [
      {
        DATABASE_URL: 'postgres://wasl:pass@/wasl?host=/var/run/postgresql',
        WASL_MASTER_KEY: KEY.toString('base64'),
      },
      {
        databaseUrl: 'postgres://wasl:pass@localhost/wasl?host=/var/run/postgresql',
        masterKey: KEY,
      },
    ],
    [{ WASL_ALLOW_PRIVATE_TARGETS: '1' }, { allowPrivateTargets: true }],
    [
      { WASL_CLIENTS_ACCOUNT: '00799999001234567803 SARL Wasl' },
      { clientsAccount: { name: 'SARL Wasl', rib: '00799999001234567803' } },
    ],
    [{ WASL_ALLOW_PRIVATE_TARGETS: '0' }, { allowPrivateTargets: false }],
    [{ WASL_PUBLIC_URL: 'https://pay.example/' }, { publicUrl: 'https://pay.example' }],
    [{ WASL_PUBLIC_URL: 'http://127.0.0.1:8080' }, { publicUrl: 'http://127.0.0.1:8080' }],
    [{ WASL_QR_GUID: 'dz.example.pay' }, { qrGuid: 'dz.example.pay' }],
    [{ WASL_QR_GUID: 'A000000677010111' }, { qrGuid: 'A000000677010111' }],
    [
      { WASL_PAY_LINKS: 'App = app://pay?qr={token}, Web=https://web.example/?u={url}' },
      {
        payLinks: [
          { name: 'App', template: 'app://pay?qr={token}' },
          { name: 'Web', template: 'https://web.example/?u={url}' },
        ],
      },
    ],
    [{ WASL_LOCK_SECONDS: '1' }, { lockSeconds: 1 }],
    [{ WASL_TIME_ZONE: 'UTC' }, { timeZone: 'UTC' }],
    [{ WASL_TIME_ZONE: 'Africa/Tunis' }, { timeZone: 'Africa/Tunis' }],
    [{ WASL_LOCK_SECONDS: '86400' }, { lockSeconds: 86_400 }],
    [{ WASL_LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ WASL_TRACES: '1' }, { traces: true }],
    [{ WASL_TRACEPARENT: '1' }, { traceparent: true }],
    [{ WASL_TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
  ])('reads %o', ([environment, expected]) => {
    expect(readConfig(environment)).toEqual({ ...readConfig({}), ...expected })
  })

  test('reads who is notified', () => {
    const WASL_NOTIFY_SECRET = 'x'.repeat(32)
    const webhook = { url: 'https://hooks.example/w?t=1', secret: WASL_NOTIFY_SECRET }
    expect(readConfig({ WASL_NOTIFY_URL: webhook.url, WASL_NOTIFY_SECRET }).notify).toEqual({
      webhook,
      email: null,
      language: 'en',
    })
    const byMail = {
      WASL_SMTP_URL: 'smtps://wasl:p%40ss@mail.example',
      WASL_NOTIFY_EMAIL: 'desk@wasl.example, night@wasl.example',
      WASL_NOTIFY_LANGUAGE: 'ar',
    }
    const login = { user: 'wasl', pass: 'p@ss' }
    const server = { host: 'mail.example', port: 465, isTls: true, isLoopback: false, login }
    const to = ['desk@wasl.example', 'night@wasl.example']
    expect(readConfig(byMail).notify).toEqual({
      webhook: null,
      email: { server, from: 'desk@wasl.example', to },
      language: 'ar',
    })
    const local = { ...byMail, WASL_SMTP_URL: 'smtp://[::1]:25', WASL_NOTIFY_FROM: 'w@w.example' }
    expect(readConfig(local).notify?.email).toMatchObject({
      server: { host: '::1', port: 25, isTls: false, isLoopback: true, login: null },
      from: 'w@w.example',
    })
  })

  test.for([
    ['WASL_NOTIFY_URL', 'http://hooks.example/wasl'],
    ['WASL_NOTIFY_URL', 'https://user:hunter2@hooks.example'],
    ['WASL_NOTIFY_SECRET', 'hunter2'],
    ['WASL_SMTP_URL', 'http://hunter2@mail.example'],
    ['WASL_SMTP_URL', 'smtp://wasl@mail.example'],
    ['WASL_SMTP_URL', 'smtp://wasl:hunter2@mail.example/?tls=no'],
  ] as const)('refuses %s=%s without showing it', ([name, value]) => {
    const problem = problemOf({ [name]: value })
    expect(problem).toMatch(new RegExp(`^${name}: expected .*, received ${value.length} char`))
    expect(problem).not.toContain('hunter2')
  })

  test.for([
    ['WASL_NOTIFY_EMAIL', 'desk'],
    ['WASL_NOTIFY_EMAIL', 'a@b.example,'],
    ['WASL_NOTIFY_EMAIL', 'a@b.example\r\nBcc: c@d.example'],
    ['WASL_NOTIFY_FROM', 'Wasl <a@b.example>'],
    ['WASL_NOTIFY_LANGUAGE', 'de'],
  ] as const)('refuses %s=%s', ([name, value]) => {
    expect(problemOf({ [name]: value })).toMatch(new RegExp(`^${name}: expected `))
  })

  test.for([
    [{ WASL_NOTIFY_URL: 'https://hooks.example' }, 'WASL_NOTIFY_URL: expected WASL_NOTIFY_SECRET'],
    [{ WASL_SMTP_URL: 'smtp://mail.example' }, 'WASL_SMTP_URL: expected WASL_NOTIFY_EMAIL'],
    [{ WASL_NOTIFY_EMAIL: 'a@b.example' }, 'WASL_NOTIFY_EMAIL: expected WASL_SMTP_URL beside it'],
  ] as const)('refuses %o without what belongs to it', ([environment, sentence]) => {
    expect(problemOf(environment)).toContain(sentence)
  })

  test.for<[string, string, string]>([
    ['PORT', '80a', 'PORT: expected a whole number from 0 to 65535, received "80a"'],
    ['PORT', '65536', 'PORT: expected a whole number from 0 to 65535, received "65536"'],
    ['PORT', '-1', 'PORT: expected a whole number from 0 to 65535, received "-1"'],
    ['PORT', '8080.0', 'PORT: expected a whole number from 0 to 65535, received "8080.0"'],
    ['PORT', ' 8080', 'PORT: expected a whole number from 0 to 65535, received " 8080"'],
    ['HOST', 'http://x', 'HOST: expected a host name or an IP address, received "http://x"'],
    ['HOST', ' ', 'HOST: expected a host name or an IP address, received " "'],
    ['WASL_DATA_DIR', ' ', 'WASL_DATA_DIR: expected the path of a folder, received " "'],
    ['WASL_ROLES', 'api,clock', 'WASL_ROLES: expected one or more of api, dispatch, periodic with'],
    ['WASL_ROLES', ',', 'commas between them, received ","'],
    ['WASL_ROLES', 'api,', 'received "api,"'],
    ['WASL_ALLOW_PRIVATE_TARGETS', 'true', 'expected 1 or 0, received "true"'],
    ['WASL_PUBLIC_URL', 'pay.example', 'WASL_PUBLIC_URL: expected an origin such as'],
    ['WASL_PUBLIC_URL', 'https://pay.example/shop', 'received "https://pay.example/shop"'],
    ['WASL_PUBLIC_URL', 'https://pay.example?a=b', 'received "https://pay.example?a=b"'],
    ['WASL_QR_GUID', 'dz.وصل', 'WASL_QR_GUID: expected 1 to 32 letters, digits, dots and hyphens'],
    ['WASL_QR_GUID', 'x'.repeat(33), 'expected 1 to 32 letters'],
    ['WASL_PAY_LINKS', 'app://pay?qr={token}', 'WASL_PAY_LINKS: expected apps such as App=app://'],
    ['WASL_PAY_LINKS', 'App=javascript:alert({token})', 'received "App=javascript:alert({token})"'],
    ['WASL_PAY_LINKS', 'App=JavaScript:alert({token})', 'expected apps such as'],
    ['WASL_PAY_LINKS', 'App=/pay/{token}', 'expected apps such as'],
    ['WASL_PAY_LINKS', 'App=app://pay', 'each with {token} or {url}'],
    ['WASL_PAY_LINKS', 'App=app://pay/{token},', 'expected apps such as'],
    ['WASL_PAY_LINKS', '=app://pay/{token}', 'expected apps such as'],
    [
      'WASL_TIME_ZONE',
      'Algiers',
      'expected a time zone such as Africa/Algiers, received "Algiers"',
    ],
    ['WASL_TIME_ZONE', '+01:00', 'expected a time zone such as Africa/Algiers, received "+01:00"'],
    ['WASL_LOCK_SECONDS', '0', 'expected a whole number from 1 to 86400, received "0"'],
    ['WASL_LOCK_SECONDS', '86401', 'expected a whole number from 1 to 86400, received "86401"'],
    ['WASL_LOCK_SECONDS', '15m', 'expected a whole number from 1 to 86400, received "15m"'],
    ['WASL_LOG_LEVEL', 'loud', 'expected one of trace, debug, info, warn, error, fatal, silent'],
    ['WASL_TRUST_PROXY', '1', "expected the proxies' addresses with commas between them"],
    ['WASL_TRUST_PROXY', 'true', 'received "true"'],
    ['WASL_TRUST_PROXY', '10.0.0.0/33', 'received "10.0.0.0/33"'],
  ])('refuses %s=%s', ([name, value, sentence]) => {
    const problem = problemOf({ [name]: value })
    expect(problem).toContain(sentence)
    expect(problem).toMatch(new RegExp(`^${name}: `))
  })

  test('leads by the folder of a socket to where libpq would go', () => {
    const WASL_MASTER_KEY = KEY.toString('base64')
    const { databaseUrl } = readConfig({
      DATABASE_URL: 'postgres://wasl:pass@:5433/books?host=/run/pg',
      WASL_MASTER_KEY,
    })
    const { host, port, user, password, database } = new pg.Client({
      connectionString: databaseUrl as string,
    })
    expect({ host, port, user, password, database }).toEqual({
      host: '/run/pg',
      port: 5433,
      user: 'wasl',
      password: 'pass',
      database: 'books',
    })
  })

  test.for<[string, string]>([
    ['DATABASE_URL', 'postgres://wasl:hunter2hunter2@/wasl'],
    ['DATABASE_URL', 'mysql://wasl:hunter2hunter2@db.example/wasl'],
    ['DATABASE_URL', 'postgres://wasl:hunter2hunter2@db.example:port/wasl'],
    ['WASL_OPERATOR_KEY', 'hunter2'],
    ['WASL_OPERATOR_KEY', '0123456789abcdef'],
    ['WASL_OPERATOR_KEY', 'a'.repeat(40)],
    ['WASL_OPERATOR_KEY', 'hunter2 hunter2 hunter2'],
    ['WASL_MASTER_KEY', 'hunter2'],
    ['WASL_MASTER_KEY', Buffer.alloc(32).toString('base64')],
    ['WASL_MASTER_KEY', Buffer.alloc(32, 'secret!').toString('base64')],
    ['WASL_MASTER_KEY', randomBytes(31).toString('base64')],
    ['WASL_MASTER_KEY', `${KEY.toString('base64')}hunter2`],
    ['WASL_MASTER_KEY', `!${KEY.toString('base64')}`],
    ['WASL_MASTER_KEY_PREVIOUS', `${KEY.toString('base64')},`],
  ])('refuses a wrong %s without showing a character of it', ([name, value]) => {
    const problem = problemOf({ WASL_MASTER_KEY: KEY.toString('base64'), [name]: value })
    expect(problem).toMatch(new RegExp(`^${name}: expected .*, received ${value.length} char`))
    expect(problem).not.toContain('hunter2')
    expect(problem).not.toContain(value)
  })

  test.for([
    'postgres://wasl:hunter2@db-a.example:5432,db-b.example:5432/wasl',
    'postgres://wasl:hunter2@db-a.example,db-b.example/wasl?target_session_attrs=read-write',
    'postgresql:///wasl?user=wasl&host=db-a.example%2Cdb-b.example',
  ])('refuses several hosts and says what is wanted in their place: %s', (several) => {
    const problem = problemOf({ WASL_MASTER_KEY: KEY.toString('base64'), DATABASE_URL: several })
    expect(problem).toMatch(
      /^DATABASE_URL: expected one host, an address that leads to the primary/,
    )
    expect(problem).not.toContain('hunter2')
  })

  test('accepts a password with a comma', () => {
    const url = 'postgres://wasl:hunter,2@db.example/wasl'
    const environment = { WASL_MASTER_KEY: KEY.toString('base64'), DATABASE_URL: url }
    expect(readConfig(environment).databaseUrl).toBe(url)
  })

  test.for<[string, string]>([
    ['WASL_PUBLIC_ULR', 'WASL_PUBLIC_URL'],
    ['WASL_TRUSTPROXY', 'WASL_TRUST_PROXY'],
    ['WASL_LOG_LVL', 'WASL_LOG_LEVEL'],
    ['wasl_master_key', 'WASL_MASTER_KEY'],
    ['WASL_NOTIFY_MAIL', 'WASL_NOTIFY_EMAIL'],
    ['WASL_PORT', 'PORT'],
  ])('refuses the mistyped %s and names %s', ([name, near]) => {
    const problem = problemOf({ [name]: 'hunter2' })
    expect(problem).toContain(`${name}: the platform reads no variable of this name`)
    expect(problem).not.toContain('hunter2')
    expect(problem).toContain(`the nearest is ${near}.`)
  })

  test('reads past the variables of other programs', () => {
    const ofService = { WASL_SERVICE_HOST: '10.0.0.1', WASL_PORT: 'tcp://10.0.0.1:8080' }
    const ports = { WASL_PORT_8080_TCP_ADDR: '10.0.0.1', WASL_SERVICE_PORT_HTTP: '8080' }
    const ofUs = { WASL_URL: 'https://pay.example', WASL_API_KEY: 'x', WASL_TEST_CELLS: '2' }
    expect(readConfig({ ...ofService, ...ports, ...ofUs })).toEqual(readConfig({}))
  })

  test.for([
    'postgres://wasl:hun#ter2@db.example/wasl',
    'postgres://wasl:12#hunter2@db.example/wasl',
    'postgres://wasl:hun/ter2@db.example/wasl',
    'postgres://wasl:12/hunter2@db.example:5432/wasl?sslmode=verify-full',
    'postgres://wasl:hun?ter2@db.example/wasl',
    'postgres://wasl:100%hunter2@db.example/wasl',
  ])('asks for a percent-encoded password: %s', (url) => {
    const problem = problemOf({ WASL_MASTER_KEY: KEY.toString('base64'), DATABASE_URL: url })
    expect(problem).toMatch(
      /^DATABASE_URL: expected a URL whose password is percent-encoded \(# is %23/,
    )
    expect(problem).not.toContain('ter2')
  })

  test.for([
    'postgres://wasl:hun%23ter2@db.example/wasl',
    'postgres://db.example:5432/wasl?application_name=us@home',
    'postgres://wasl@db.example/wasl?user=a@b',
  ])('accepts %s', (url) => {
    const environment = { WASL_MASTER_KEY: KEY.toString('base64'), DATABASE_URL: url }
    expect(readConfig(environment).databaseUrl).toBe(url)
  })

  test.for<[string, string]>([
    ['DATABASE_URL', `"${DATABASE_URL}"`],
    ['WASL_PUBLIC_URL', "'https://pay.example'"],
    ['WASL_MASTER_KEY', `"${KEY.toString('base64')}"`],
  ])('asks for %s without quotes', ([name, value]) => {
    expect(problemOf({ WASL_MASTER_KEY: KEY.toString('base64'), [name]: value })).toMatch(
      new RegExp(`^${name}: expected .*, without quotes, received `),
    )
  })

  test.for([
    { DATABASE_URL, WASL_PUBLIC_URL: 'https://pay.example' },
    { DATABASE_URL, WASL_PUBLIC_URL: 'http://pay.example' },
    { WASL_CELLS: `one=${DATABASE_URL}`, WASL_PUBLIC_URL: 'https://pay.example' },
  ])('asks whether one person may refund any amount, with %s', (production) => {
    const environment = { ...production, WASL_MASTER_KEY: KEY.toString('base64') }
    expect(problemOf(environment)).toMatch(
      /^WASL_REFUND_APPROVAL_ABOVE: expected dinars such as 5000 or 0, .* or none, [^\n]*$/,
    )
    for (const [text, centimes] of [
      ['none', null],
      ['0', 0],
      ['5000', 500_000],
    ] as const) {
      const config = readConfig({ ...environment, WASL_REFUND_APPROVAL_ABOVE: text })
      expect(config.refundApprovalAbove).toBe(centimes)
    }
  })

  test.for([
    { WASL_PUBLIC_URL: 'https://pay.example' },
    { DATABASE_URL },
    { DATABASE_URL, WASL_PUBLIC_URL: 'http://127.0.0.1:8080' },
  ])('does not ask a trial for a limit of refunds: %s', (trial) => {
    const config = readConfig({ ...trial, WASL_MASTER_KEY: KEY.toString('base64') })
    expect(config.refundApprovalAbove).toBeNull()
  })

  test('requires a master key for a database that is not embedded', () => {
    expect(problemOf({ DATABASE_URL })).toMatch(/^WASL_MASTER_KEY: expected 32 bytes in base64/)
  })

  test('requires nothing but the database for a command that opens no secret', () => {
    const environment = { DATABASE_URL, WASL_PUBLIC_URL: 'https://pay.example' }
    expect(readDatabaseConfig(environment).databaseUrl).toBe(DATABASE_URL)
    expect(() => readDatabaseConfig({ ...environment, PORT: 'x' })).toThrow('PORT: expected')
  })

  test('reports every wrong variable, one sentence for each', () => {
    const problem = problemOf({ PORT: 'x', WASL_LOCK_SECONDS: 'y' })
    expect(problem.split('\n')).toHaveLength(2)
  })

  test.each(['WASL_KEEP_MONTHS', 'WASL_KEEP_AUDIT_MONTHS', 'WASL_KEEP_BOOKS_MONTHS'])(
    'refuses %s without the folder to which what is dropped is exported',
    (name) => {
      expect(() => readConfig({ [name]: '24' })).toThrow(`${name}: expected WASL_EXPORT_DIR`)
      const { exportDir } = readConfig({ [name]: '24', WASL_EXPORT_DIR: '/exports' })
      expect(exportDir).toBe('/exports')
    },
  )
})
