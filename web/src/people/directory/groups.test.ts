import { expect, test } from 'vitest'
import { groupsOfRoles, rolesOfGroups } from './groups.ts'

const ROLES = ['finance', 'viewer']

test('groups are typed for each role, in the order in which the roles count', () => {
  const stored = [
    { group: 'accounting', role: 'finance' },
    { group: 'staff', role: 'viewer' },
    { group: 'موظفون', role: 'viewer' },
  ]
  const typed = groupsOfRoles(ROLES, stored)
  expect(typed).toEqual({ finance: 'accounting', viewer: 'staff, موظفون' })
  expect(rolesOfGroups(ROLES, typed)).toEqual(stored)
  expect(rolesOfGroups(ROLES, { finance: ' ,', viewer: 'staff،موظفون ' })).toEqual(stored.slice(1))
})
