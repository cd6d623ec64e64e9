import { createHash } from 'node:crypto'
import { publishedKeys, statementRecord, verifyManifest, verifyManifestChain } from '@wasl/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import { payableTo } from '../src/ledger/account.ts'
import { postTransfers } from '../src/ledger/post.ts'
import { createLog } from '../src/base/log.ts'
import { DOCUMENT_INTEGRITY } from '../src/money/settlement/documents/integrity.ts'
import { signClosedStatements } from '../src/money/settlement/documents/sign-closed.ts'
import { createDocuments } from '../src/money/settlement/documents/documents.ts'
import { createKeyring } from '../src/base/secrets/seal.ts'
import { withTransaction } from '../src/base/database/with-transaction.ts'
import { closeEndedDays, contradictions } from './support/ledger.ts'
import { startPartner } from './support/partner.ts'
import { newReference, type TestPartner } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { cellsOf, HOSTILE, parseCsv, pdfText, unzip } from './support/statement-documents.ts'

const scene = useScene()

const UNKNOWN = '01989d2e-5c00-7a10-8f3b-9c1e000003e9'
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

type Download = { status: number; headers: Headers; bytes: Buffer; json: () => any }

const download = async (path: string, key: string, headers = {}): Promise<Download> => {
  const response = await fetch(`${scene.platform.origin}${path}`, {
    headers: { 'x-api-key': key, ...headers },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const json = () => JSON.parse(bytes.toString())
  return { status: response.status, headers: response.headers, bytes, json }
}

const own = (path: string, partner: TestPartner = scene.partner, headers = {}) =>
  download(`/partner/statements/v1${path}`, partner.apiKey, headers)

/** Ends the business day; returns it, sealed. */
const sealToday = async (): Promise<string> => {
  await scene.platform.clock.advance(86_400)
  return closeEndedDays(scene.platform.pool)
}

const setFee = async ({ number }: TestPartner): Promise<void> => {
  await scene.platform.pool.query(
    `insert into fee_versions (partner_id, fee_version_id, owner, channel_kind, effective_from,
      revision, basis_points, fixed, minimum, vat_basis_points, on_refund, made_by, made_at,
      approved_by, approved_at)
    values ($1, new_id($1), 'prt_' || $1, 'AGENCY', '2020-01-01', 1, 150, 0, 0, 1900, 'keep',
      'Amina', wasl_now(), 'Karim', wasl_now())`,
    [number],
  )
}

const pay = async (partner: TestPartner, reference: string): Promise<string> => {
  const { platform, channel } = scene
  const { paymentId } = await platform.opened(channel, partner, reference)
  const { status } = await platform.change(channel, 'confirm', paymentId)
  expect(status).toBe(200)
  return paymentId
}

const topUp = ({ number }: TestPartner, amount: number): Promise<unknown> =>
  withTransaction(scene.platform.pool, async (tx) => {
    const { rows } = await tx.query('select new_id($1) as id', [number])
    await postTransfers(tx, [
      {
        partnerId: number,
        sourceId: rows[0].id,
        code: 'TOPUP',
        debit: { kind: 'bank', owner: 'clients' },
        credit: payableTo(number),
        amount,
        actor: 'test',
      },
    ])
  })

const close = async (partner: TestPartner): Promise<any> => {
  const sealed = await sealToday()
  const { platform } = scene
  const { status, body } = await platform.call(
    'POST',
    `/operator/v1/partners/${partner.partnerId}/statements`,
    { key: platform.operatorKey, body: { until: sealed } },
  )
  expect([status, body.status]).toEqual([201, 'closed'])
  return body
}

const keys = async () =>
  publishedKeys.parse((await download('/.well-known/wasl-keys', 'none')).json())

/** What the ledger says that the lines add up to, in centimes. */
const ledgerOf = async ({ number }: TestPartner, { from, to }: any): Promise<number> => {
  const { rows } = await scene.platform.pool.query(
    `select sum(case credit_kind when 'partner_payable' then amount else -amount end)::bigint as sum
    from ledger_transfers
    where partner_id = $1 and business_date between $2 and $3
      and code in ('COLLECT', 'REFUND', 'REFUND_EXPIRED', 'TOPUP', 'ADJUST')`,
    [number, from, to],
  )
  return rows[0].sum
}

const centimes = (text = ''): number => Number(text.replace(/[.,]/, ''))
const add = (texts: (string | undefined)[]): number =>
  texts.reduce((sum, text) => sum + centimes(text), 0)

/** What is a valid reference (D1) of those that attack. */
const REFERENCES = HOSTILE.filter((reference) => !/^\s|\s$|\p{Cc}/u.test(reference))

let statement: any

beforeAll(async () => {
  await setFee(scene.partner)
  for (const reference of REFERENCES) await pay(scene.partner, reference)
  await topUp(scene.partner, 12_345)
  statement = await close(scene.partner)
})

const ofFirst = (query = '') => own(`/${statement.statementId}${query}`)

describe('the documents of a statement (D32)', () => {
  test('a partner lists its closed statements', async () => {
    const { status, headers, json } = await own('')
    expect([status, json().nextCursor]).toEqual([200, null])
    expect(json().items.map((item: unknown) => statementRecord.parse(item))).toEqual(json().items)
    expect(json().items).toMatchObject([
      { statementId: statement.statementId, number: statement.number, net: statement.net },
    ])
    expect(headers.get('ratelimit-policy')).toBe('"lists";q=60;w=60')
  })

  test('each format has the sums of the ledger', async () => {
    const expected = await ledgerOf(scene.partner, statement)
    expect(expected).toBeGreaterThan(0)
    const fees = Math.round(statement.fees * 100)

    const json = (await ofFirst()).bytes.toString()
    expect(add([...json.matchAll(/"amount":(-?[\d.]+)/g)].map(([, sum]) => sum))).toBe(expected)
    expect(JSON.parse(json).statement).toMatchObject({
      net: statement.net,
      vat: statement.vat,
      number: statement.number,
    })

    const [header = [], ...rows] = parseCsv((await ofFirst('?format=csv')).bytes.toString())
    expect(add(rows.map((row) => row[header.indexOf('amount')]))).toBe(expected)
    expect(add(rows.map((row) => row[header.indexOf('fee')]))).toBe(fees)
    expect(new Set(rows.map((row) => row[header.indexOf('reference')]))).toEqual(
      new Set([...REFERENCES, '']),
    )

    const excel = parseCsv((await ofFirst('?format=csv-excel&lang=fr')).bytes.toString(), ';')
    const total = excel.find(([first]) => first === 'Total') ?? []
    expect(total.slice(7).map((sum) => centimes(sum))).toEqual([expected, fees])

    const files = unzip((await ofFirst('?format=xlsx&lang=ar')).bytes)
    const last = cellsOf(files.get('xl/worksheets/sheet2.xml')?.text ?? '').at(-1)
    const [amount, fee] = [...(last?.values() ?? [])].slice(-2).map(({ value }) => centimes(value))
    expect([amount, fee]).toEqual([expected, fees])

    const pdf = await ofFirst('?format=pdf&lang=en')
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const text = pdfText(pdf.bytes)?.join() ?? ''
    const shown = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 })
    // Where poppler is installed; .ci/run installs it.
    expect(text === '' || text.includes(shown.format(statement.net))).toBe(true)
  })

  test('a document is a file with its length, and not for caches', async () => {
    for (const [format, type, extension] of [
      ['json', 'application/json; charset=utf-8', 'json'],
      ['csv', 'text/csv; charset=utf-8', 'csv'],
      ['csv-excel', 'text/csv; charset=utf-8', 'csv'],
      ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
      ['pdf', 'application/pdf', 'pdf'],
    ]) {
      const { status, headers, bytes } = await ofFirst(`?format=${format}&lang=en`)
      expect([format, status, headers.get('content-type')]).toEqual([format, 200, type])
      expect(headers.get('content-length')).toBe(String(bytes.length))
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="statement-${statement.number}.${extension}"`,
      )
    }
  })

  test('the language is that of the parameter, else of the request', async () => {
    const { statementId } = statement
    const headerOf = async (query: string, language: string): Promise<string> => {
      const headers = { 'accept-language': language }
      const { bytes } = await own(
        `/${statementId}?format=csv-excel${query}`,
        scene.partner,
        headers,
      )
      return bytes.toString().slice(1, 8)
    }
    expect(await headerOf('', 'fr-DZ')).toBe('Date;He')
    expect(await headerOf('', 'ar')).toBe('التاريخ')
    expect(await headerOf('&lang=en', 'ar')).toBe('Date;Ti')
  })

  test('a PDF keeps its bytes when the partner has another name', async () => {
    const before = await ofFirst('?format=pdf&lang=fr')
    const { platform, partner } = scene
    await platform.call('PATCH', `/operator/v1/partners/${partner.partnerId}`, {
      key: platform.operatorKey,
      body: { name: 'Another name' },
    })
    const after = await ofFirst('?format=pdf&lang=fr')
    expect(sha256(after.bytes)).toBe(sha256(before.bytes))
  })

  test('an operator gets the same bytes', async () => {
    const { operatorKey } = scene.platform
    const { statementId } = statement
    const theirs = await download(
      `/operator/v1/statements/${statementId}/document?format=csv`,
      operatorKey,
    )
    expect(theirs.bytes.equals((await ofFirst('?format=csv')).bytes)).toBe(true)
    const manifest = await download(`/operator/v1/statements/${statementId}/manifest`, operatorKey)
    expect(manifest.bytes.equals((await ofFirst('/manifest')).bytes)).toBe(true)
    expect(
      (await download(`/operator/v1/statements/${UNKNOWN}/manifest`, operatorKey)).status,
    ).toBe(404)
  })
})

describe('who may have them', () => {
  test('another partner’s, an open and an unknown statement are unknown', async () => {
    const server = await startPartner()
    const other = await scene.platform.createPartner(server)
    const { rows } = await scene.platform.pool.query(
      `insert into statements (partner_id, statement_id, owner, period_from, period_until, status,
        opened_at)
      values ($1, new_id($1), 'prt_' || $1, '2020-01-01', '2020-01-01', 'open', wasl_now())
      returning statement_id as id`,
      [other.number],
    )
    for (const id of [statement.statementId, rows[0].id, UNKNOWN, 'x', '%20']) {
      for (const path of [`/${id}`, `/${id}?format=pdf`, `/${id}/manifest`]) {
        const answer = await scene.platform.call('GET', `/partner/statements/v1${path}`, {
          key: other.apiKey,
        })
        expectRefusal(answer, 'STATEMENT404_NOT_FOUND')
      }
    }
    expect((await own('', other)).json()).toEqual({ items: [], nextCursor: null })
    await server.close()
  })

  test('a wrong key, a wrong format and an undeclared parameter are refused', async () => {
    const { platform, partner, channel } = scene
    const ask = (query: string, key: string | null) =>
      platform.call('GET', `/partner/statements/v1/${statement.statementId}${query}`, { key })
    for (const key of [null, channel.apiKey, platform.operatorKey]) {
      expectRefusal(await ask('', key), 'PARTNER_API401_UNAUTHORIZED')
      expectRefusal(await ask('/manifest', key), 'PARTNER_API401_UNAUTHORIZED')
    }
    for (const query of ['?format=doc', '?lang=de', '?language=fr', '?format=csv&format=pdf']) {
      expectRefusal(await ask(query, partner.apiKey), 'VALIDATION400')
    }
  })
})

describe('how a document is sent (W120)', () => {
  test('no transaction is open while it waits for its reader', async () => {
    const { pool, masterKey, origin } = scene.platform
    const documents = createDocuments({
      pool,
      keyring: createKeyring(masterKey),
      issuer: () => origin,
    })
    const of = { partnerId: scene.partner.number, statementId: statement.statementId }
    const ready = await documents.document(of, 'csv', 'en')
    if (ready?.kind !== 'stream') throw new Error('expected a stream')
    expect(pool.idleCount).toBe(pool.totalCount)
    const chunks: Buffer[] = []
    for await (const chunk of ready.stream()) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).equals((await ofFirst('?format=csv')).bytes)).toBe(true)
    expect(Buffer.concat(chunks)).toHaveLength(ready.bytes)
  })

  test('lines whose payments were dropped are a refusal; the manifest and the PDF stay', async () => {
    const server = await startPartner()
    const partner = await scene.platform.createPartner(server)
    const paymentId = await pay(partner, newReference())
    const { statementId } = await close(partner)
    const manifest = await own(`/${statementId}/manifest`, partner)
    const pdf = await own(`/${statementId}?format=pdf&lang=fr`, partner)
    // As retention does it: all rows of the payment are gone.
    const client = await scene.platform.pool.connect()
    await client.query(`set session_replication_role = replica`)
    const { rows } = await client.query('delete from payments where payment_id = $1 returning *', [
      paymentId,
    ])
    for (const query of ['', '?format=csv', '?format=xlsx', '?format=pdf&lang=ar']) {
      const answer = await scene.platform.call(
        'GET',
        `/partner/statements/v1/${statementId}${query}`,
        { key: partner.apiKey },
      )
      expectRefusal(answer, 'STATEMENT410_LINES_DROPPED')
    }
    const pdfAgain = await own(`/${statementId}?format=pdf&lang=fr`, partner)
    expect([pdfAgain.status, pdfAgain.bytes.equals(pdf.bytes)]).toEqual([200, true])
    const again = await own(`/${statementId}/manifest`, partner)
    expect([again.status, again.bytes.equals(manifest.bytes)]).toEqual([200, true])
    await client.query(
      'insert into payments select * from jsonb_populate_record(null::payments, $1)',
      [JSON.stringify(rows[0])],
    )
    await client.query(`reset session_replication_role`)
    client.release()
    await server.close()
  })
})

describe('the manifest of a statement (W118)', () => {
  test('is made for each statement that was closed lately, without a request', async () => {
    const server = await startPartner()
    const partner = await scene.platform.createPartner(server)
    await pay(partner, newReference())
    const { statementId } = await close(partner)
    const { pool, masterKey, origin } = scene.platform
    const documents = createDocuments({
      pool,
      keyring: createKeyring(masterKey),
      issuer: () => origin,
    })
    const log = createLog('fatal', { write: () => undefined })
    while (await signClosedStatements(pool, documents.manifest, log));
    const { rows } = await pool.query(
      'select manifest from statement_manifests where statement_id = $1',
      [statementId],
    )
    expect(rows).toHaveLength(1)
    expect((await own(`/${statementId}/manifest`, partner)).bytes.equals(rows[0].manifest)).toBe(
      true,
    )
    await server.close()
  })

  test('cannot be changed or deleted', async () => {
    expect((await ofFirst('/manifest')).status).toBe(200)
    for (const sql of [
      `update statement_manifests set made_at = wasl_now()`,
      'delete from statement_manifests',
      'truncate statement_manifests',
      'update statement_pdfs set made_at = wasl_now()',
      'delete from statement_pdfs',
    ]) {
      await expect(scene.platform.pool.query(sql)).rejects.toThrow()
    }
  })

  test('lists the JSON and the CSV document, signed by a published key', async () => {
    const manifest = (await ofFirst('/manifest')).bytes
    for (const format of ['json', 'csv'] as const) {
      const { bytes } = await ofFirst(`?format=${format}`)
      const result = verifyManifest({ manifest, keys: await keys(), fileSha256: sha256(bytes) })
      expect(result).toMatchObject({
        ok: true,
        format,
        payload: {
          statementId: statement.statementId,
          partnerId: scene.partner.partnerId,
          number: statement.number,
          net: statement.net,
          lines: statement.lines,
          previous: null,
          files: { [format]: { bytes: bytes.length } },
        },
      })
    }
    const { bytes: pdf } = await ofFirst('?format=pdf')
    expect(verifyManifest({ manifest, keys: await keys(), fileSha256: sha256(pdf) })).toMatchObject(
      { ok: false, reason: 'altered_file' },
    )
  })

  test('contains the hash of the one before, in whatever order they are asked for', async () => {
    const server = await startPartner()
    const partner = await scene.platform.createPartner(server)
    const closed = []
    for (let count = 0; count < 3; count += 1) {
      await pay(partner, newReference())
      closed.push(await close(partner))
    }
    // The newest first, several at once, by two programs.
    const { pool, masterKey, origin } = scene.platform
    const issuer = () => origin
    const documents = createDocuments({ pool, keyring: createKeyring(masterKey), issuer })
    const ids: string[] = closed.map(({ statementId }) => statementId)
    const got = await Promise.all(
      ids.toReversed().flatMap((id) => [
        own(`/${id}/manifest`, partner).then(({ status, bytes }) => {
          expect([status, bytes.toString()]).toEqual([200, expect.stringContaining('.')])
          return { id, bytes }
        }),
        documents
          .manifest({ partnerId: partner.number, statementId: id })
          .then((made) => ({ id, bytes: made?.manifest ?? Buffer.alloc(0) })),
      ]),
    )
    const chain = ids.map((id) => got.find((one) => one.id === id)?.bytes ?? Buffer.alloc(0))
    for (const { id, bytes } of got)
      expect(bytes.equals(chain[ids.indexOf(id)] as Buffer)).toBe(true)
    const result = verifyManifestChain(chain, await keys())
    expect(result).toMatchObject({
      ok: true,
      payloads: ids.map((statementId) => ({ statementId })),
    })
    await server.close()
  })

  test('a document that contradicts it is not sent', async () => {
    const server = await startPartner()
    const partner = await scene.platform.createPartner(server)
    const paymentId = await pay(partner, newReference())
    const { statementId } = await close(partner)
    expect((await own(`/${statementId}/manifest`, partner)).status).toBe(200)
    expect((await own(`/${statementId}?format=csv`, partner)).status).toBe(200)
    const change = 'update payments set reference = $2 where payment_id = $1'
    const { rows } = await scene.platform.pool.query(
      'select reference from payments where payment_id = $1',
      [paymentId],
    )
    await scene.platform.pool.query(change, [paymentId, 'INV-FORGED'])
    for (const format of ['csv', 'json']) {
      const answer = await scene.platform.call(
        'GET',
        `/partner/statements/v1/${statementId}?format=${format}`,
        { key: partner.apiKey },
      )
      expectRefusal(answer, 'SERVER500_INTERNAL')
    }
    await scene.platform.pool.query(change, [paymentId, rows[0].reference])
    expect((await own(`/${statementId}?format=json`, partner)).status).toBe(200)
    await server.close()
  })

  test('a chain that was tampered with is noticed', async () => {
    const { pool } = scene.platform
    const found = async () => (await contradictions(pool)).filter((text) => /manifest/.test(text))
    expect(await found()).toEqual([])
    const client = await pool.connect()
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `update statement_manifests set manifest = manifest || '.'::bytea
      where position = 1 and partner_id = (
        select partner_id from statement_manifests where position = 2 limit 1
      )`,
    )
    const queries = Object.values(DOCUMENT_INTEGRITY)
    const rows = []
    for (const sql of queries) rows.push(...(await client.query(sql)).rows)
    await client.query('rollback')
    client.release()
    expect(rows).toMatchObject([{ position: 2 }])
  })
})
