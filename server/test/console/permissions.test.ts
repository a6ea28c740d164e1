import { germanPermissions } from '@bindery/console/src/routes/settings/german-permissions.ts'
import { groupOf } from '@bindery/console/src/routes/settings/permission-groups.ts'
import { expect, it } from 'vitest'
import { allPermissions } from '../../src/identity/index.ts'

it('the console has a group and a German sentence for each permission', () => {
  expect(Object.keys(germanPermissions).toSorted()).toEqual(allPermissions.toSorted())
  expect(allPermissions.filter((one) => groupOf(one) === 'other')).toEqual([])
})
