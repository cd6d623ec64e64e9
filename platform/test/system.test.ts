import { systemReport } from '@wasl/protocol'
import { expect, test } from 'vitest'
import { signInAs } from './support/people.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene()

const read = () => scene.platform.operator('/system')

test('the system page shows every process, the database and what needs somebody', async () => {
  const second = await scene.platform.startNode()
  const two = await until('both processes', async () => {
    const report = await read()
    return report.processes.length === 2 && report
  })
  expect(systemReport.parse(two)).toEqual(two)
  expect(two.processes.map(({ address }: any) => address).toSorted()).toEqual(
    [scene.platform.origin, second.origin].toSorted(),
  )
  const roles = ['api', 'dispatch', 'periodic']
  expect(two.processes).toMatchObject([{ roles }, { roles, databaseConnectionsMax: 30 }])
  expect(two.database.tables.map(({ table }: any) => table)).toContain('payments')
  expect(two.conditions).toEqual([
    { condition: 'no-standby', severity: 'watch', subject: null, value: null, cell: null },
  ])
  // One stops in order, and is not missed. One that died would be.
  await second.stop()
  expect((await read()).processes).toHaveLength(1)
  await scene.platform.pool.query(
    `insert into processes
    select gen_random_uuid(), started_at, seen_at - interval '31 s', facts from processes`,
  )
  const left = await read()
  expect(left.processes.map(({ isAlive }: any) => isAlive)).toEqual([true, false])
  expect(left.conditions[0]).toMatchObject({ condition: 'process-silent', severity: 'act' })
})

test('support does not see the system, an auditor does', async () => {
  const support = await signInAs(scene.platform, { side: 'operator', role: 'support' })
  const refused = await support.call('GET', '/operator/v1/system')
  expectRefusal(refused, 'OPERATOR403_PERMISSION')
  const auditor = await signInAs(scene.platform, { side: 'operator', role: 'auditor' })
  expect((await auditor.call('GET', '/operator/v1/system')).status).toBe(200)
})
