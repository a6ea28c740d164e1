import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from '@bindery/server/src/database/index.ts'
import { workingMeanwhile } from '@bindery/server/test/builders/clock.ts'
import { checkMoney } from '@bindery/server/test/builders/money-check.ts'
import { copyWithoutDocuments } from '@bindery/server/test/support/server-process.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { editFile } from './support/edit-file.ts'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const guide = join(repository, 'docs/guides/simulate')
const bike = join(repository, 'examples/bike')
const rider = ['--input', join(guide, 'rider.yaml')]
/** The same, who pays for a year at once: what happens between two payments costs less time then. */
const once = ['--input', 'once.yaml', '--plan', 'once']

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform({ leavesDocuments: true })
  const text = await readFile(join(guide, 'rider.yaml'), 'utf8')
  const yearly = text.replace('payment: monthly', 'payment: once')
  expect(yearly).not.toBe(text)
  await writeFile(join(served.cli.folder, 'once.yaml'), yearly)
})
afterAll(async () => {
  expect(await checkMoney(served.platform)).toMatchObject({ faults: [] })
  await served.close()
})

const simulate = (...words: readonly string[]) =>
  workingMeanwhile(served.platform, served.cli.run(['simulate', ...words]))

/** The output with the policy number masked, which differs each time. */
const masked = (output: string) => output.replaceAll(/\b([A-Z]{3,4})-[A-Z0-9]{8}\b/g, '$1-********')

/** A script of its own. */
async function script(text: string): Promise<string[]> {
  const file = join(served.cli.folder, 'life.yaml')
  await writeFile(file, text)
  return ['--script', 'life.yaml']
}

const whatIfs = async () =>
  (await served.platform.db.query(sql`select id from product_versions where number is null`)).length

const versions = async () =>
  served.cli.json<{ live_version_id: string; versions: { id: string }[] }>([
    'products',
    'show',
    'bike',
  ])

describe('three years', () => {
  it('of a bike paid monthly: endorsed, declined, paid, accepted twice, and cancelled', async () => {
    const before = await versions()
    const picture = join(served.cli.folder, 'bike.svg')
    const words = [bike, ...rider, '--script', join(guide, 'bike.yaml'), '--svg', picture]
    const ended = await simulate(...words)
    expect(ended.stderr).toBe('')
    await expect(masked(ended.stdout.replace(picture, 'bike.svg'))).toMatchFileSnapshot(
      'timetables/bike-three-years.txt',
    )
    const svg = await readFile(picture, 'utf8')
    expect(svg).toMatch(/^<svg [^>]*role="img"/)
    expect(svg.match(/<title>Term \d/g)).toHaveLength(3)
    expect(svg.match(/<title>Invoice of/g)).toHaveLength(30)
    expect(svg).toContain('policy cancelled')
    // The folder is what is on sale: nothing was pushed, and nothing published.
    expect(await versions()).toEqual(before)
  })

  it('of a company that renews by itself and pays by transfer, at last not at all', async () => {
    const cyber = join(repository, 'examples/cyber')
    const ended = await simulate(cyber, '--script', join(guide, 'cyber.yaml'))
    expect(ended.stderr).toBe('')
    await expect(masked(ended.stdout)).toMatchFileSnapshot('timetables/cyber-three-years.txt')
  })
})

describe('a new tariff', () => {
  it('is published on the clock alone, and the next term is priced by it', async () => {
    const dearer = join(served.cli.folder, 'bike-2028')
    await copyWithoutDocuments(bike, dearer)
    await rm(join(dearer, 'tests'), { recursive: true })
    await editFile(join(dearer, 'pricing.yaml'), (text) => text.replaceAll('0.025', '0.05'))
    const life = await script(
      'at: 2027-01-20\nrenewals: accept\nsteps:\n' +
        '  - month: 10\n    publish: bike-2028\n  - month: 10\n    publish: bike-2028\n',
    )
    const before = await versions()
    const whatIfsBefore = await whatIfs()
    type Life = { prices: { from: string; gross_payment_amount: number }[]; took_ms: number }
    const words = [bike, ...once, ...life, '--years', '1', '--timing', '--json']
    const ended = await simulate(...words)
    expect(ended.code, ended.stdout).toBe(0)
    const { prices, took_ms } = JSON.parse(ended.stdout) as Life
    expect(prices.map((one) => one.from)).toEqual(['2027-02-01', '2028-02-01'])
    expect(prices[1]?.gross_payment_amount).toBeGreaterThan(prices[0]?.gross_payment_amount ?? 0)
    expect(took_ms).toBeGreaterThan(0)
    expect(await versions(), 'nothing is pushed').toEqual(before)
    expect(await whatIfs(), 'the same content is the same what-if').toBe(whatIfsBefore + 1)
  })
})

describe('a script with a mistake', () => {
  it('is refused before anything is sold, with all mistakes at once', async () => {
    const life = await script(
      '- month: 2\n  chanje: { damage_cover: false }\n- month: 3\n  card: no\n',
    )
    const ended = await served.cli.run(['simulate', bike, ...rider, ...life])
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('has 2 mistakes')])
    expect(ended.stderr).toMatch(
      /line 2: A script has no member "chanje"\.\s+Did you mean change\?/,
    )
    expect(ended.stderr).toMatch(/line 4: card cannot be "no"\.\s+Write one of ok, soft_decline/)
  })

  it.each([
    [
      '- month: 3\n  pay: card\n- month: 2\n  pay: card\n',
      'life.yaml, line 3: The step is on 2027-03-01, but the previous step is on 2027-04-01.',
    ],
    ['- month: 2\n  pay: card\n', 'line 1: pay on 2027-03-01: There is nothing to pay.'],
    ['- month: 2\n  renewal: accept\n', 'line 1: renewal on 2027-03-01: '],
    [
      '- month: 1\n  cancel:\n- month: 2\n  change: { damage_cover: false }\n',
      'line 3: change on 2027-03-01: ',
    ],
  ])('%j is reported with its line', async (text, message) => {
    const life = await script(text)
    const ended = await simulate(bike, ...once, ...life, '--at', '2027-01-20', '--years', '1')
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining(message)])
  })
})

describe('what cannot be simulated', () => {
  it('says why, and what would fix it', async () => {
    const failed = async (...words: readonly string[]) => {
      const ended = await simulate(...words)
      return [ended.code, ended.stderr]
    }
    const broken = join(served.cli.folder, 'broken')
    await copyWithoutDocuments(bike, broken)
    await editFile(join(broken, 'product.yaml'), (text) =>
      text.replace('currency: CHF', 'currency: francs'),
    )
    expect(await failed(broken, ...rider)).toEqual([1, expect.stringContaining('product.yaml')])
    expect(await failed(bike, ...rider, '--plan', 'weekly')).toEqual([
      1,
      expect.stringMatching(/has no payment plan weekly\.\s+It has once, monthly\./),
    ])
    // The rider has answered that she pays monthly.
    expect(await failed(bike, ...rider, '--plan', 'once')).toEqual([
      1,
      expect.stringMatching(
        /The answers do not fit the payment plan once\.\s+Choose the payment plan monthly\./,
      ),
    ])
    expect(await failed('nowhere')).toEqual([2, expect.stringContaining('There is no folder')])
    const answers = join(served.cli.folder, 'answers.json')
    await writeFile(answers, '{"bike_price": 1}')
    expect(await failed(bike, '--input', answers)).toEqual([1, expect.stringContaining('canton')])
    const live = served.platform.demo.insurer.live.secret
    expect(await failed(bike, ...rider, '--key', live)).toEqual([
      2,
      expect.stringContaining('This key is for live mode.'),
    ])
  })
})
