import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { soldOnAccount, trackReceipts } from '@bindery/server/test/builders/tracked.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform()
  await trackReceipts(served.platform)
})
afterAll(() => served.close())

describe('what came in by bank transfer', () => {
  it('is imported, matched, recorded and dismissed from the command line', async () => {
    const { cli, platform } = served
    const { invoice } = await soldOnAccount(platform)
    const file = join(cli.folder, 'statement.csv')
    await writeFile(
      file,
      'Date;Text;Sum\n01.03.2027;Rent;-5,00\n01.03.2027;Bike, thank you;50,00\n',
    )
    const columns = [
      '--amount',
      'Sum',
      '--date',
      'Date',
      '--reference',
      'Text',
      '--currency',
      'CHF',
    ]
    const imported = await cli.run(['receipts', 'import', file, ...columns])
    expect(imported.stdout).toMatch(/^✓ 1 new receipt: 0 posted, 1 unmatched\.$/m)
    expect(imported.stdout).toMatch(/^3 +names no invoice +rcp_\w+$/m)
    const again = await cli.run(['receipts', 'import', file, ...columns])
    expect(again.stdout).toContain('1 line already imported before.')
    const [receipt] = await cli.json<{ id: string }[]>(['receipts', 'list'])
    const matched = await cli.run(['receipts', 'match', receipt?.id ?? '', invoice.id])
    expect(matched.stdout).toMatch(/^✓ 50\.00 CHF is posted to invoice /)
    const record = ['receipts', 'record', invoice.id, '--amount', '100', '--on', '2027-03-01']
    expect((await cli.run(record)).stdout).toMatch(/^✓ 1\.00 CHF is posted/)
    const shown = await cli.run(['invoices', 'show', invoice.id])
    expect(shown.stdout).toMatch(/^2027-03-01 +bank transfer +ok +50\.00 CHF/m)
    expect((await cli.run(['invoices', 'list', '--state', 'open'])).stdout).toContain(invoice.id)
    const reason = ['--reason', 'The rider is gone.']
    const given = await cli.run(['invoices', 'write-off', invoice.id, ...reason])
    expect(given.stdout).toMatch(/ of invoice \S+ is written off\.$/m)
    const twice = await cli.run(['invoices', 'write-off', invoice.id, ...reason])
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('written_off')])
    const account = await cli.run(['policies', 'account', invoice.policy_id])
    expect(account.stdout).toMatch(/written off: The rider is gone\./)
    await writeFile(file, 'Date;Text;Sum\nsoon;Rent;5,00\n')
    const refused = await cli.run(['receipts', 'import', file, ...columns])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('line 2')])
  })
})
