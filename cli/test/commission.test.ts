import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { followFeed } from '@bindery/server/src/commission/index.ts'
import { sellerOn, soldPolicy } from '@bindery/server/test/builders/sale.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform({ leavesDocuments: true })
})
afterAll(() => served.close())

it('records what was agreed with a distributor, makes its statement and says that it was paid', async () => {
  const { cli, platform } = served
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await cli.run(['commission', ...words])
    expect(code, stderr).toBe(0)
    return stdout
  }
  const terms = ['--from', '2020-01-01', '--earned', 'premium', '--liability', '12']
  expect(await run('agree', 'alpine-brokers', ...terms)).toBe(
    '✓ Agreed with alpine-brokers for policies sold from 2020-01-01 on.\n',
  )
  expect(await run('agreements', 'alpine-brokers')).toMatch(/2020-01-01 .*12/)
  const { id } = await soldPolicy(sellerOn(platform, { product: 'cyber' }))
  await platform.runDue()
  await followFeed(platform)
  platform.clock.set(Temporal.Instant.from('2027-04-02T09:00:00Z'))
  const month = ['--month', '2027-03', '--currency', 'eur']
  const made = await run('state', 'alpine-brokers', ...month)
  // 15 percent of the net premium of 1,228.92 euros.
  expect(made).toContain('184.34')
  const statement = /cst_\w+/.exec(made)?.[0] ?? ''
  expect(await run('statements', '--state', 'open')).toContain(statement)
  const csv = join(cli.folder, 'commission.csv')
  expect(await run('show', statement, '--csv', csv)).toContain('Its 1 entries are in')
  expect(await readFile(csv, 'utf8')).toContain(id)
  const paid = await run('done', statement, '--on', '2027-04-02', '--reference', 'Transfer 17')
  expect(paid).toMatch(/^✓ .*184\.34 .*for 2027-03 is paid out\.\n$/)
  expect(await run('statements', '--state', 'open')).not.toContain(statement)
})

it('says what it needs to agree', async () => {
  const wrong = await served.cli.run([
    'commission',
    'agree',
    'alpine-brokers',
    '--from',
    '2030-01-01',
  ])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--earned')])
})
