import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withPermissions } from '../../tools/list-permissions.ts'

const guide = readFileSync(new URL('../../../docs/guides/people.md', import.meta.url), 'utf8')

it('the guide to people has every role and permission: if not, run `npm run people-guide`', () => {
  expect(guide).toBe(withPermissions(guide))
  expect(guide).toMatch(/^\| `administrator` \| Administrator \| .+ \| all \|$/m)
  expect(guide).toMatch(
    /^\| `policies\.cancel` \| Cancel policies.+\| products, distributors, test mode \|$/m,
  )
})
