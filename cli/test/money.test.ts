import { differenceOf } from '@bindery/server/test/builders/disputes.ts'
import { soldOnAccount, trackReceipts } from '@bindery/server/test/builders/tracked.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform()
  await trackReceipts(served.platform)
})
afterAll(() => served.close())

const because = ['--reason', 'Agreed by phone.']

it('gives goodwill, charges a fee, corrects, and takes back', async () => {
  const { cli, platform } = served
  const { policy } = await soldOnAccount(platform)
  const money = (...words: string[]) => cli.run(['money', ...words, ...because])
  const given = await money('goodwill', policy.id, '--amount', '20chf')
  expect(given.stdout).toMatch(/^✓ 20\.00 CHF is credited to \S+ \(goodwill, ent_\w+\)\.$/m)
  const charged = await money('fee', policy.id, '--amount', '5.00chf', '--text', 'Copy')
  expect(charged.stdout).toMatch(/^✓ 5\.00 CHF is charged to /m)
  const corrected = await money('correction', policy.id, '--amount=-10.50chf', '--tax-rate', '5')
  expect(corrected.stdout).toMatch(/^✓ 10\.50 CHF is credited to /m)
  const wrong = await money('goodwill', policy.id, '--amount', '20eur')
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('is in chf, not in eur')])
  const [, fee = ''] = /(ent_\w+)/.exec(charged.stdout) ?? []
  const back = await money('reverse', policy.id, fee)
  expect(back.stdout).toMatch(/^✓ The fee of 5\.00 CHF for \S+ is taken back \(ent_\w+\)\.$/m)
  const listed = (await cli.run(['money', 'list', policy.id])).stdout
  expect(listed).toMatch(/goodwill +20\.00 CHF +Agreed by phone\./)
  expect(listed).toContain(`reverses ${fee}`)
})

it('gives more time for an invoice', async () => {
  const { cli, platform } = served
  const { invoice } = await soldOnAccount(platform)
  const until = Temporal.PlainDate.from(invoice.due_date).add({ days: 30 }).toString()
  const deferred = await cli.run(['invoices', 'defer', invoice.id, '--until', until, ...because])
  expect(deferred.stdout).toContain(`is due on ${until}, no longer on ${invoice.due_date}.`)
})

it('accepts a difference to a payment provider as known, and takes that back', async () => {
  const { cli, platform } = served
  const { policy } = await soldOnAccount(platform)
  const row = await differenceOf(platform, policy.id)
  const run = async (...words: string[]) => cli.run(['reconciliation', ...words])
  const accept = ['accept', row, '--reason', 'The provider rounded it.']
  const outdated = await run(...accept, '--difference=-999')
  expect([outdated.code, outdated.stderr]).toEqual([1, expect.stringContaining('is -1000 by now')])
  const accepted = await run(...accept, '--difference=-1000')
  expect(accepted.stdout).toMatch(/^✓ -10\.00 CHF is accepted as known; nothing is posted\.$/m)
  const listed = await run('list', '--state', 'accepted')
  expect(listed.stdout).toMatch(
    new RegExp(`${row} +\\d{4}-\\d\\d-\\d\\d by key_\\w+: The provider rounded it\\.`),
  )
  expect((await run('reopen', row)).stdout).toMatch(/^✓ -10\.00 CHF is unmatched again\.$/m)
  expect((await run('list', '--state', 'accepted')).stdout).toContain('There is no such money.')
})
