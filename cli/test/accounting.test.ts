import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from '@bindery/server/src/database/index.ts'
import { sellerOn, soldPolicy } from '@bindery/server/test/builders/sale.ts'
import { soldOnAccount, trackReceipts } from '@bindery/server/test/builders/tracked.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform()
})
afterAll(() => served.close())

it('add up earned premium and open items, and export them', async () => {
  const { cli, platform } = served
  await trackReceipts(platform)
  const none = await cli.run(['accounting', 'open-items', '--day', '2026-01-31'])
  expect(none.stdout).toBe('Nothing was owed on that day.\n')
  const { invoice } = await soldOnAccount(platform)
  await soldOnAccount(platform)
  const csv = join(cli.folder, 'earned.csv')
  const earned = ['accounting', 'earned', '--day', '2028-12-31']
  const shown = await cli.run([...earned, '--csv', csv])
  expect([shown.code, shown.stderr]).toEqual([0, expect.anything()])
  expect(shown.stdout).toMatch(/^bike +2 +[\d.,]+ CHF +[\d.,]+ CHF +0\.00 CHF$/m)
  expect((await readFile(csv, 'utf8')).trimEnd().split('\n')).toHaveLength(3)
  const [total] = await cli.json<{ policies: number; written: number; earned: number }[]>(earned)
  expect(total).toMatchObject({ policies: 2, written: total?.earned })
  const open = await cli.run(['accounting', 'open-items', '--day', '2028-12-31', '--csv', csv])
  expect(open.stdout).toContain(`Every open invoice is in ${csv}.`)
  expect(await readFile(csv, 'utf8')).toContain(`${invoice.id},`)
  const [sum] = await cli.json<object[]>(['accounting', 'open-items', '--day', '2028-12-31'])
  expect(sum).toMatchObject({ currency: 'chf', receivable: invoice.total * 2, not_invoiced: 0 })
  const wrong = await cli.run(['accounting', 'earned', '--day', 'soon'])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('2027-01-31')])
})

const march = ['--from', '2027-03-01', '--to', '2027-03-31']

it('shows the journal, balances and taxes of a month, closes and verifies it', async () => {
  const { cli, platform } = served
  const { id } = await soldPolicy(sellerOn(platform))
  const lines = await cli.run(['accounting', 'journal', ...march, '--policy', id])
  expect(lines.stdout).toMatch(/receivable +premium +1,228\.92 EUR +charge tpv_/)
  const balance = await cli.run(['accounting', 'balance', ...march])
  expect(balance.stdout).toMatch(/premium +0\.00 EUR +0\.00 EUR +1,228\.92 EUR +-1,228\.92 EUR/)
  const taxes = await cli.run(['accounting', 'taxes', ...march])
  expect(taxes.stdout).toMatch(/DE +cyber +19 % +1,228\.92 EUR +233\.49 EUR/)

  const file = join(tmpdir(), `journal-${process.pid}.csv`)
  await cli.run(['accounting', 'journal', ...march, '--csv', file])
  expect((await readFile(file, 'utf8')).split('\n')[0]).toMatch(/^id,number,booking_day/)
  await rm(file)

  const wrong = await cli.run(['accounting', 'close', 'March'])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('such as 2027-06')])
  const unsure = await cli.run(['accounting', 'close', '2027-03'])
  expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringContaining('--yes')])
  const closing = cli.run(['accounting', 'close', '2027-03', '--yes'])
  while ((await cli.run(['accounting', 'closings'])).stdout.includes('No month'))
    await platform.runDue()
  await platform.runDue(['sum_month'])
  expect((await closing).stdout).toContain('2027-03 is closed.')
  const intact = await cli.run(['accounting', 'verify'])
  expect([intact.code, intact.stdout]).toEqual([0, expect.stringMatching(/2027-03 .* intact/)])
  const again = await cli.run(['accounting', 'close', '2027-03', '--yes'])
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('closed already')])

  // Somebody who owns the database alters a posting behind the back of its triggers.
  await platform.db.transaction(async (tx) => {
    await tx.query(sql`alter table postings disable trigger user`)
    await tx.query(sql`update postings set amount = amount + 1 where credit = 'tax'`)
    await tx.query(sql`alter table postings enable trigger user`)
  })
  const altered = await cli.run(['accounting', 'verify'])
  expect([altered.code, altered.stdout]).toEqual([1, expect.stringMatching(/2027-03 .* altered/)])
})
