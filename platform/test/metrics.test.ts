/** What /metrics tells of partners, the process and the work by the clock. */
import { describe, expect, test } from 'vitest'
import { startPartner } from './support/partner.ts'
import { newReference, type TestPartner } from './support/node.ts'
import { useScene } from './support/scene.ts'

const scene = useScene()

const scrape = async (): Promise<string> => (await scene.platform.call('GET', '/metrics')).text

/** The values of a metric by its labels, as they are written. */
const seriesOf = async (name: string): Promise<Record<string, number>> => {
  const lines = (await scrape()).matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, 'gm'))
  return Object.fromEntries(Array.from(lines, ([, labels = '', value]) => [labels, Number(value)]))
}

describe('a partner whose calls fail', () => {
  test('is counted for each kind of call; one that answers is not', async () => {
    const { platform, server, partner, channel } = scene
    const failing = await platform.createPartner(server)
    const [broken, refused, missing] = [newReference(), newReference(), newReference()]
    server.onLookup(() => ({ status: 500 }), broken)
    const notFound = { error: 'NOT_FOUND', errorMessage: 'None.' }
    server.onLookup(() => ({ status: 404, body: notFound }), missing)
    // The next attempt would be another failure.
    server.onWebhook(() => ({ status: 500, headers: { 'retry-after': '3600' } }), refused)
    for (let time = 1; time <= 3; time += 1) await platform.open(channel, failing, broken)
    await platform.opened(channel, failing, refused)
    // A reference that is not there is no failure of the partner.
    await platform.open(channel, partner, missing)
    await platform.opened(channel, partner, newReference())
    await server.webhooksArrived(refused, 1)
    await platform.settled()
    expect(await seriesOf('wasl_partner_failures')).toEqual({
      [`partner="${failing.partnerId}",call="lookup"`]: 3,
      [`partner="${failing.partnerId}",call="webhook"`]: 1,
    })
  })

  test('is among the ten with the most failures', async () => {
    const { platform, server, channel } = scene
    const broken = newReference()
    server.onLookup(() => ({ status: 500 }), broken)
    const partners: TestPartner[] = []
    for (let count = 5; count <= 15; count += 1) {
      const one = await platform.createPartner(server)
      partners.push(one)
      for (let time = 0; time < count; time += 1) await platform.open(channel, one, broken)
    }
    const [least, ...others] = partners
    const text = await scrape()
    expect(text).not.toContain(`"${least?.partnerId}"`)
    for (const { partnerId } of others) expect(text).toContain(`partner="${partnerId}"`)
    expect(Object.keys(await seriesOf('wasl_partner_failures'))).toHaveLength(20)
  })

  test('has an open circuit breaker when it cannot be reached', async () => {
    const { platform, channel } = scene
    const gone = await startPartner()
    const partner = await platform.createPartner(gone)
    await gone.close()
    expect(await seriesOf('wasl_lookup_breakers')).toEqual({
      'state="open"': 0,
      'state="half_open"': 0,
    })
    for (let time = 1; time <= 5; time += 1) await platform.open(channel, partner, newReference())
    expect((await seriesOf('wasl_lookup_breakers'))['state="open"']).toBe(1)
  })
})

describe('the process', () => {
  test('reports its release and its use of the machine', async () => {
    const [labels = ''] = Object.keys(await seriesOf('wasl_build_info'))
    expect(labels).toMatch(/^version="\d+\.\d+\.\d+",commit="",node="\d+\.\d+\.\d+"$/)
    const text = await scrape()
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'process_start_time_seconds',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(text).toMatch(new RegExp(`^${name} [0-9.e+-]+$`, 'm'))
    }
  })

  test('reports when each periodic task last succeeded, and its pause', async () => {
    const pauses = await seriesOf('wasl_periodic_task_pause_seconds')
    const tasks = Object.keys(pauses)
    expect(tasks).toContain('task="expire lapsed locks"')
    expect(tasks.length).toBeGreaterThanOrEqual(5)
    const ages = await seriesOf('wasl_periodic_task_age_seconds')
    expect(Object.keys(ages)).toEqual(tasks)
    for (const task of tasks) expect(ages[task]).toBeGreaterThanOrEqual(0)
  })

  test('reports a failing task as older and older', async () => {
    const { platform } = scene
    const age = async (): Promise<number> =>
      (await seriesOf('wasl_periodic_task_age_seconds'))['task="expire lapsed locks"'] as number
    const holder = await platform.pool.connect()
    await holder.query('begin')
    await holder.query('lock table open_locks in access exclusive mode')
    const held = await age()
    const older = held + 3
    await expect.poll(age).toBeGreaterThan(older)
    await holder.query('rollback')
    holder.release()
    await expect.poll(age).toBeLessThan(older - 1)
  })
})
