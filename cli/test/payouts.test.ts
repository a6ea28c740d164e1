import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  iban,
  otherIban,
  payoutOf,
  policyWithCredit,
} from '@bindery/server/test/builders/payouts.ts'
import { sellerOn } from '@bindery/server/test/builders/sale.ts'
import { trackReceipts } from '@bindery/server/test/builders/tracked.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform()
  await trackReceipts(served.platform)
})
afterAll(() => served.close())

it('gives payouts an account, hands them to the bank and says what became of them', async () => {
  const { cli, platform } = served
  const { id } = await payoutOf(platform, { from: iban })
  const listed = await cli.run(['payouts', 'list', '--state', 'pending'])
  expect(listed.stdout).toMatch(new RegExp(`pending +50\\.00 CHF +DE … 3000 +${id}$`, 'm'))
  const set = await cli.run(['payouts', 'account', id, otherIban, '--holder', 'Bertha Brandt'])
  expect(set.stdout).toBe('✓ The payout goes to DE … 2051.\n')
  expect((await cli.run(['payouts', 'release', id])).stdout).toBe('✓ The payout is released.\n')
  const csv = join(cli.folder, 'payouts.csv')
  const exported = await cli.run(['payouts', 'export', '--csv', csv])
  expect(exported.stdout).toMatch(/^✓ The file of 1 payout over 50\.00 CHF is /)
  expect(await readFile(csv, 'utf8')).toContain(`${id},Bertha Brandt,${otherIban},50.00,CHF,`)
  const batch = /pyb_\w+/.exec(exported.stdout)?.[0] ?? ''
  const twice = await cli.run(['payouts', 'download', batch, '--csv', csv])
  expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('again')])
  const again = await cli.run(['payouts', 'download', batch, '--csv', csv, '--again'])
  expect(again.code, again.stderr).toBe(0)
  const done = await cli.run(['payouts', 'done', id])
  expect(done.stdout).toMatch(/^✓ 50\.00 CHF was paid on /)
  const note = ['--note', 'The account is closed.']
  const returned = await cli.run(['payouts', 'returned', id, ...note])
  expect(returned.stdout).toMatch(/is needs_account\.\nGive it an account with/)
  expect((await cli.run(['payouts', 'cancel', id, ...note])).stdout).toContain('is cancelled')
  expect((await cli.run(['payouts', 'show', id])).stdout).toMatch(/cancelled \(returned\)/)
})

it('pays out credit of a customer', async () => {
  const { cli, platform } = served
  const policy = await policyWithCredit(platform, sellerOn(platform))
  const paid = await cli.run(['payouts', 'credit', policy, '--reason', 'On the phone.'])
  expect(paid.stdout).toMatch(
    /of credit of \S+ is paid out\.\n.*goes back by ref_\w+\n.*by bank: pyo_/,
  )
})
