import { expect, test } from 'vitest'
import { explore } from '../../test/support/explore.ts'
import { moveModel, type Faults } from '../../test/support/move-model.ts'

test('no interleaving with a crash or a lost connection loses, doubles or misplaces a write', () => {
  const { states, violation, stuck } = explore(moveModel())
  expect(violation).toBeNull()
  expect(stuck).toBeNull()
  expect(states).toBeGreaterThan(10_000)
})

test.for<[string, Faults, string]>([
  [
    'reads the position before the fence is closed',
    { acts: { 'cut over': ['position', 'close', 'drain', 'catch up', 'switch'] } },
    'an acknowledged write is lost',
  ],
  [
    'does not wait for the writers in progress',
    { acts: { 'cut over': ['close', 'position', 'catch up', 'switch'] } },
    'a cell that is not the home took a write',
  ],
  [
    'switches before the target has caught up',
    { acts: { 'cut over': ['close', 'drain', 'position', 'switch'] } },
    'an acknowledged write is lost',
  ],
  [
    'lifts the fence before the switch',
    {
      acts: { 'cut over': ['close', 'drain', 'position', 'catch up', 'lift too early', 'switch'] },
    },
    'a cell that is not the home took a write',
  ],
  [
    'lifts the fence after the switch, while processes remember the old home',
    { acts: { remove: ['remove', 'lift too early'] } },
    'a cell that is not the home took a write',
  ],
  [
    'changes the home without its epoch',
    { withoutEpoch: true },
    'a cell that is not the home took a write',
  ],
  [
    'opens a fence that another mover has closed since',
    { withoutToken: true },
    'a cell that is not the home took a write',
  ],
  [
    'obeys late commands of a move that was undone',
    { withoutMove: true },
    'the move is undone, and has left something behind',
  ],
  [
    'removes the copy while the target still follows',
    { acts: { unlink: [], remove: ['remove', 'unlink'] } },
    'an acknowledged write is lost',
  ],
  [
    'trusts the homes that processes remember',
    { withoutFence: true },
    'a cell that is not the home took a write',
  ],
])('the search catches a move that %s', ([, faults, rule]) => {
  expect(explore(moveModel(faults)).violation?.rule).toBe(rule)
})
