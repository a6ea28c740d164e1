import { soldPolicy, sellerOn } from '@bindery/server/test/builders/sale.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform({ leavesDocuments: true })
})
afterAll(() => served.close())

const reason = ['--reason', 'The index of prices rose.']

it('raises an answer by an index: prepared, previewed, started and read for each policy', async () => {
  const { cli, platform } = served
  const { id: policy } = await soldPolicy(sellerOn(platform, { product: 'cyber' }))
  const change = ['--raise', 'insured_sum', '--percent', '3', '--from', '2028-01-01']
  const made = await cli.run([
    'mass-endorsements',
    'create',
    '--product',
    'cyber',
    ...change,
    ...reason,
  ])
  expect([made.code, made.stderr]).toEqual([0, ''])
  expect(made.stdout).toMatch(
    /^✓ men_\w+: insured_sum rises by 3 percent from 2028-01-01\.\nPreview/,
  )
  const id = /men_\w+/.exec(made.stdout)?.[0] ?? ''
  const act = async (name: string) => (await cli.run(['mass-endorsements', name, id])).stdout
  expect(await act('preview')).toBe(`✓ ${id} is previewing.\n`)
  await platform.runDue()
  expect(await act('show')).toMatch(/previewed\.\n\nPreview:\n +1 policies looked at, 1 changed/)
  expect(await act('start')).toBe(`✓ ${id} is running.\n`)
  expect(await act('stop')).toBe(`✓ ${id} is stopped.\n`)
  expect(await act('resume')).toBe(`✓ ${id} is running.\n`)
  await platform.runDue()
  const results = await cli.run(['mass-endorsements', 'results', id, '--outcome', 'applied'])
  expect(results.stdout).toContain(policy)
  const listed = await cli.run(['mass-endorsements', 'list'])
  expect(listed.stdout).toMatch(new RegExp(`${id} +done +insured_sum rises by 3 percent`))
})

it('changes a tax by law, and refuses what names both changes or none', async () => {
  const { cli } = served
  const create = (...more: string[]) =>
    cli.run([
      'mass-endorsements',
      'create',
      '--product',
      'cyber',
      '--from',
      '2028-01-01',
      ...reason,
      ...more,
    ])
  const law = ['--tax-from', '19', '--tax-to', '21']
  expect((await create(...law)).stdout).toContain('tax from 19 to 21 percent')
  for (const wrong of [[], [...law, '--raise', 'insured_sum'], ['--raise', 'insured_sum']]) {
    const refused = await create(...wrong)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--tax-from')])
  }
})
