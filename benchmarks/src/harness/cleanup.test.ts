import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createCleanup } from './cleanup.ts'

test('the steps run once, the newest first, even when several callers ask', async () => {
  const cleanup = createCleanup()
  const undone: string[] = []
  cleanup.add(() => void undone.push('folder'))
  cleanup.add(async () => {
    await sleep(5)
    undone.push('server')
  })
  await Promise.all([cleanup.run(), cleanup.run()])
  expect(undone).toEqual(['server', 'folder'])
})

test('a step that ran early does not run again', async () => {
  const cleanup = createCleanup()
  let stops = 0
  const stop = cleanup.add(() => void (stops += 1))
  await stop()
  await stop()
  await cleanup.run()
  expect(stops).toBe(1)
})
