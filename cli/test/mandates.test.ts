import { soldByCard } from '@bindery/server/test/builders/mandate.ts'
import { sellerOn } from '@bindery/server/test/builders/sale.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform()
})
afterAll(() => served.close())

it('lists, revokes and replaces the mandate of a policy', async () => {
  const { cli, platform } = served
  const { id } = await soldByCard(sellerOn(platform))
  const listed = await cli.run(['mandates', 'list', id])
  expect(listed.stdout).toMatch(/sandbox\/card •••• 4242 +active/)
  const revoking = ['mandates', 'revoke', id, '--reason', 'The card is closed.']
  const revoked = await cli.run(revoking)
  expect(revoked.stdout).toContain('is revoked. The customer pays the next instalments.')
  expect((await cli.run(['mandates', 'list', id])).stdout).toMatch(/revoked +The card is closed\./)
  const again = await cli.run(revoking)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('no active mandate')])
  const link = await cli.run(['mandates', 'link', id])
  expect(link.stdout).toMatch(/^mdl_\S+$/m)
})
