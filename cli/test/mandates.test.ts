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

it('hands a policy with a mandate over, names parties, and joins customers', async () => {
  const { cli, platform } = served
  const seller = sellerOn(platform)
  const [{ id }, { id: other }] = [await soldByCard(seller), await soldByCard(seller)]
  const reason = ['--reason', 'The company was sold.']
  const jonas = ['--first-name', 'Jonas', '--last-name', 'Weber', '--email', 'jonas@example.com']
  const handed = await cli.run(['parties', 'policyholder', id, ...jonas, ...reason])
  expect([handed.stderr, handed.stdout]).toEqual(['', expect.stringMatching(/holds .* has ended/s)])
  const payer = ['parties', 'add', id, '--role', 'payer', '--last-name', 'Kind', ...reason]
  const added = (await cli.run(payer)).stdout
  const [party = ''] = /pty_\w+/.exec(added) ?? []
  expect((await cli.run(['parties', 'end', id, party, ...reason])).stdout).toContain('payer')
  const listed = (await cli.run(['parties', 'list', id])).stdout
  expect(listed).toMatch(/policyholder +Jonas Weber[^]*payer +Kind/)
  const joined = await cli.run(['customers', 'join', id, other, ...reason])
  expect([joined.stderr, joined.stdout]).toEqual(['', expect.stringContaining('with 2 policies')])
  expect((await cli.run(['customers', 'show', other])).stdout).toContain(id)
  const account = (await cli.run(['customers', 'account', id])).stdout
  expect(account).toMatch(/taken over[^]*The customer owes/)
  const split = await cli.run(['customers', 'split', other, ...reason])
  expect(split.stdout).toContain('is a customer of its own again')
})
