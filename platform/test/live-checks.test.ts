/** A partner checks its live integration from the portal (W152), over HTTP. */
import { LIVE_CHECK_IDS, liveRun, type LiveRun } from '@wasl/protocol'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { beCareful } from './support/careful-partner.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { signInAs, type SignedIn } from './support/people.ts'
import type { TestPartner } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene()

const PATH = '/partner/webhooks/v1/live-checks'

let server: PartnerServer
let partner: TestPartner
let developer: SignedIn

beforeEach(async () => {
  server = await startPartner()
  partner = await scene.platform.createPartner(server)
  server.prices.set('FAC/1', 1250.5)
  developer = await as('developer')
})

afterEach(() => server.close())

const as = (role: 'developer' | 'viewer'): Promise<SignedIn> =>
  signInAs(scene.platform, { side: 'partner', role, partnerId: partner.partnerId })

const started = async (body: object = {}): Promise<LiveRun> => {
  const answer = await developer.call('POST', PATH, { body })
  expect([answer.status, liveRun.parse(answer.body)]).toEqual([202, answer.body])
  return answer.body
}

const finished = ({ runId }: LiveRun): Promise<LiveRun> =>
  until('the run to end', async () => {
    const { body } = await developer.call('GET', `${PATH}/${runId}`)
    return body.state === 'running' ? null : (body as LiveRun)
  })

const failed = ({ results }: LiveRun): string[] =>
  results.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check)

describe('the checks of a live integration', () => {
  test('pass a partner that does all as it should, and tell it of no payment', async () => {
    beCareful(server, partner)
    const run = await finished(await started({ reference: 'FAC/1' }))
    expect(run.state).toBe('finished')
    expect(run.results.map(({ check, outcome }) => [check, outcome])).toEqual(
      LIVE_CHECK_IDS.map((check) => [check, 'passed']),
    )
    const events = server.requests.flatMap(({ event }) => (event === null ? [] : [event]))
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['payment.fail']))
    for (const { data } of events) {
      expect(data).toMatchObject({ test: true, reference: expect.stringMatching(/^WASL-TEST-/) })
    }
    const { rows } = await scene.platform.pool.query(
      `select count(*)::int as count from payments where partner_id = $1`,
      [partner.number],
    )
    expect(rows).toEqual([{ count: 0 }])
    const log = await scene.platform.operator(`/audit-log?subject=${run.runId}`)
    expect(log.items[0]).toMatchObject({ action: 'live-checks.start' })
  })

  test.each([
    [
      'authorization',
      ['lookup-no-secret', 'lookup-wrong-secret', 'webhook-no-secret', 'webhook-wrong-secret'],
    ],
    ['signature', ['webhook-no-signature', 'webhook-forged', 'webhook-changed']],
    ['timestamp', ['webhook-old']],
    ['unknown', ['lookup-unknown', 'lookup-odd-reference']],
  ] as const)('name what a partner without the rule of %s gets wrong', async (rule, checks) => {
    beCareful(server, partner, [rule])
    const run = await finished(await started())
    expect(failed(run)).toEqual(checks)
    const skipped = run.results.filter(({ outcome }) => outcome === 'skipped')
    expect(skipped.map(({ check }) => check)).toEqual(['lookup-known', 'lookup-repeated'])
  })

  test('pass a partner that believes the Standard Webhooks headers alone (D41)', async () => {
    const body = { webhookHeaders: 'standard' }
    const asked = await developer.call('PATCH', '/partner/settings/v1/partner', { body })
    expect([asked.status, asked.body.webhookHeaders]).toEqual([200, 'standard'])
    beCareful(server, partner)
    const secret = `whsec_${Buffer.from(partner.hmacSecret).toString('base64')}`
    server.onWebhook(({ headers, body: bytes }) => {
      if (headers.authorization !== `Bearer ${partner.apiSecret}`) return { status: 401 }
      try {
        new Webhook(secret).verify(bytes, headers as Record<string, string>)
        return undefined
      } catch {
        return { status: 401 }
      }
    })
    expect(failed(await finished(await started()))).toEqual([])
  })

  test('see a lookup that changes its answer', async () => {
    beCareful(server, partner)
    server.onLookup((request, count) => {
      if (request.headers.authorization !== `Bearer ${partner.apiSecret}`) return { status: 401 }
      return { body: { reference: 'FAC/2', total_amount: count * 100, currency: 'DZD' } }
    }, 'FAC/2')
    const run = await finished(await started({ reference: 'FAC/2' }))
    expect(failed(run)).toEqual(['lookup-repeated'])
  })

  test('ask an address that does not answer only once', async () => {
    server.onLookup(() => ({ drop: true }))
    server.onWebhook(() => ({ drop: true }))
    const run = await finished(await started({ reference: 'FAC/1' }))
    expect(failed(run)).toEqual(['lookup-unknown', 'webhook-signed'])
    expect(run.results).toHaveLength(LIVE_CHECK_IDS.length)
    expect(new Set(server.requests.map(({ reference }) => reference)).size).toBe(1)
  })

  test('run one at a time, and a few within an hour', async () => {
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    server.onLookup(() => ({ after: held }))
    const first = await started()
    const second = await developer.call('POST', PATH, { body: {} })
    expectRefusal(second, 'CHECKS409_RUNNING')
    expect(second.body.runId).toBe(first.runId)
    goOn()
    await finished(first)
    await scene.platform.pool.query(
      `insert into live_checks
        (partner_id, run_id, started_at, finished_at, asked_by, api_url, webhook_url)
      select $1, new_id($1), wasl_now(), wasl_now(), 'Amina', 'https://a', 'https://a'
      from generate_series(1, 4)`,
      [partner.number],
    )
    await finished(await started())
    const seventh = await developer.call('POST', PATH, { body: {} })
    expectRefusal(seventh, 'CHECKS429_TOO_MANY')
    expect(Number(seventh.headers.get('retry-after'))).toBeGreaterThan(0)
    const list = await developer.call('GET', `${PATH}?limit=2`)
    expect(list.body.items).toHaveLength(2)
    expect(list.body.nextCursor).not.toBeNull()
  })

  test('begin one after the other when they are asked for at the same moment', async () => {
    const { pool } = scene.platform
    const other = await pool.connect()
    try {
      await other.query('begin')
      await other.query(`select pg_advisory_xact_lock(hashtext('wasl live checks'), $1)`, [
        partner.number,
      ])
      await other.query(
        `insert into live_checks (partner_id, run_id, started_at, asked_by, api_url, webhook_url)
        values ($1, new_id($1), wasl_now(), 'Amina', 'https://a', 'https://a')`,
        [partner.number],
      )
      let answer: Awaited<ReturnType<typeof developer.call>> | null = null
      const asked = developer.call('POST', PATH, { body: {} }).then((one) => (answer = one))
      await until('the second start to wait or to be answered', async () => {
        if (answer !== null) return true
        const { rowCount } = await pool.query(
          `select from pg_locks where locktype = 'advisory' and not granted and objid = $1
            and database = (select oid from pg_database where datname = current_database())`,
          [partner.number],
        )
        return rowCount === 1
      })
      await other.query('commit')
      expectRefusal(await asked, 'CHECKS409_RUNNING')
    } finally {
      // Ends what a failure above has left open.
      other.release(true)
    }
  })

  test('that a process left behind are interrupted, and another run may begin', async () => {
    const { rows } = await scene.platform.pool.query<{ run_id: string }>(
      `insert into live_checks (partner_id, run_id, started_at, asked_by, api_url, webhook_url)
      values ($1, new_id($1), wasl_now() - interval '181 s', 'Amina', 'https://a', 'https://a')
      returning run_id`,
      [partner.number],
    )
    const { body } = await developer.call('GET', `${PATH}/${rows[0]?.run_id}`)
    expect(body.state).toBe('interrupted')
    beCareful(server, partner)
    await finished(await started())
  })

  test('are the partner’s own, and a viewer reads them and starts none', async () => {
    beCareful(server, partner)
    const viewer = await as('viewer')
    expectRefusal(await viewer.call('POST', PATH, { body: {} }), 'PARTNER_API403_PERMISSION')
    const run = await finished(await started())
    expect((await viewer.call('GET', `${PATH}/${run.runId}`)).body).toEqual(run)
    const stranger = await signInAs(scene.platform, {
      side: 'partner',
      partnerId: scene.partner.partnerId,
    })
    for (const path of ['', '/report']) {
      const answer = await stranger.call('GET', `${PATH}/${run.runId}${path}`)
      expectRefusal(answer, 'CHECKS404_NOT_FOUND')
    }
  })

  test('are reported in three languages, without markup of the partner’s server', async () => {
    server.onLookup(() => ({ status: 500, body: '<script>alert(1)</script>' }))
    const { runId } = await finished(await started())
    for (const [lang, says] of [
      ['ar', 'مرجع مجهول جوابه 404.'],
      ['fr', 'Une référence inconnue reçoit la réponse 404.'],
      ['en', 'An unknown reference is answered with 404.'],
    ] as const) {
      const report = await developer.call('GET', `${PATH}/${runId}/report?lang=${lang}`)
      expect(report.text).toContain(`lang="${lang}"`)
      expect(report.text).toContain(says)
      expect(report.text).toContain('&lt;script&gt;')
      expect(report.text).not.toContain('<script')
      expect(report.headers.get('content-disposition')).toMatch(/^attachment/)
    }
  })
})
