import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
let ordinary: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform({ bench: true })
  ordinary = await servedPlatform()
})
afterAll(async () => {
  await served.close()
  await ordinary.close()
})

it('bindery bench load fills an empty server, once', async () => {
  const { cli } = served
  const words = ['bench', 'load', '--policies', '12000']
  expect(await cli.json(words)).toMatchObject({ policies: 12_000, loaded: 12_000 })
  const again = await cli.run(words)
  expect(again.stdout).toContain('The book has 12,000 policies, 0 of them new')
  const found = await cli.json(['policies', 'find', 'person11999@example.com'])
  expect(found).toMatchObject([{ insurer_policy_id: 'BEN-00011999' }])
})

it('a server that was not started for it refuses', async () => {
  const { stderr, code } = await ordinary.cli.run(['bench', 'load', '--policies', '10'])
  expect(stderr).toContain('start it with BENCH=on')
  expect(code).toBe(1)
})
