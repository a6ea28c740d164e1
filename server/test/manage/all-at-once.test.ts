import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../src/kernel/index.ts'
import type { ProductFiles } from '../../src/products/index.ts'
import { exampleFolder } from '../builders/folder.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

interface Checked {
  readonly problems: readonly Problem[]
  readonly warnings: readonly Problem[]
}

/** What the three calls say of a folder. */
async function answersTo(files: ProductFiles) {
  const body = { files: encodeFiles(files) }
  const manager = managerOn(platform)
  const answer = async (path: string) =>
    (await manager.post(`/manage/products/${path}`, body)).json<Checked>()
  return {
    validated: await answer('validate'),
    planned: await answer('plan'),
    pushed: await answer('push'),
  }
}

const places = ({ problems }: Checked) =>
  problems.map(({ file, place }) => `${file} ${place}`.trim())
const swapped = (from: string, to: string) => (text: string) => text.replace(from, to)

describe('a folder with mistakes of every kind', () => {
  it('has all of them reported at once, by file and line, on every route', async () => {
    const answers = await answersTo(
      await exampleFolder('bike', {
        'product.yaml': (text) =>
          text
            .replace('VELO', 'velo')
            .replace('provider: invoice', 'provider: invoces')
            .replace('distributor: harbour-partners', 'distributor: harbor'),
        'items/e-bike/quote.json': swapped('boolean|', 'boolen|'),
        'items/e-bike/pricing.yaml': swapped('ROUND(battery_premium, 0)', 'ROUND(batery, 0)'),
        'documents/policy.de.typ': (text) => `${text}\n#data.policy.numbr\n`,
        'tests/city-bike.yaml': (text) =>
          text.replace('gross_premium: 4725', 'gross_premium: 4726'),
        'tests/e-bike.yaml': swapped('item: e-bike', 'item: [e-bike'),
      }),
    )
    expect(places(answers.validated)).toEqual([
      'product.yaml line 11, policy_prefix',
      'product.yaml payment_plans.once.methods[0].provider',
      'product.yaml integrations.partner.distributor',
      'items/e-bike/quote.json data.damage_cover, boolen',
      'items/e-bike/pricing.yaml output battery_premium',
      expect.stringMatching(/^documents\/policy\.de\.typ line \d+/),
      'tests/city-bike.yaml case "a cheap bike in Uri pays the minimum premium"',
      expect.stringMatching(/^tests\/e-bike\.yaml line \d+/),
    ])
    expect(answers.planned.problems).toEqual(answers.validated.problems)
    expect(answers.pushed.problems).toEqual(answers.validated.problems)
  })

  it('has nothing reported that only follows from another mistake', async () => {
    const answers = await answersTo(
      await exampleFolder('cyber', {
        'product.yaml': swapped('time_zone: Europe/Berlin', 'time_zone: Berlin'),
        'datasets/companies.yaml': (text) => `${text}\n  - [`,
        'quote.json': swapped('"path": "data"', '"pth": "data"'),
        'documents/policy.de.typ': (text) => `${text}\n#let broken = (\n`,
      }),
    )
    // Neither rules nor cases complain of the dataset, the field or the day that nobody can read.
    expect(new Set(answers.validated.problems.map(({ file }) => file))).toEqual(
      new Set(['product.yaml', 'quote.json', 'datasets/companies.yaml', 'documents/policy.de.typ']),
    )
  })

  it('is looked through though nobody can read its product.yaml', async () => {
    const answers = await answersTo(
      await exampleFolder('bike', {
        'product.yaml': (text) => `${text}\n]`,
        'quote.json': swapped('boolean|', 'boolen|'),
        'items/e-bike/pricing.yaml': swapped('ROUND(battery_premium, 0)', 'ROUND(batery, 0)'),
        'documents/policy.de.typ': (text) => `${text}\n#let broken = (\n`,
        'tests/city-bike.yaml': (text) => `${text}\n]`,
      }),
    )
    expect([...new Set(answers.validated.problems.map(({ file }) => file))]).toEqual([
      'product.yaml',
      'quote.json',
      'items/e-bike/pricing.yaml',
      'documents/policy.de.typ',
      'tests/city-bike.yaml',
    ])
  })
})

describe('warnings', () => {
  it('are reported by validate and plan as by push', async () => {
    const answers = await answersTo(
      await exampleFolder('bike', {
        'pricing.yaml': swapped('steps:\n', 'steps:\n  unused: 1 + 1\n'),
      }),
    )
    expect(answers.pushed.warnings).toContainEqual(
      expect.objectContaining({ file: 'pricing.yaml', place: 'step unused' }),
    )
    expect(answers.validated).toMatchObject({ valid: true, warnings: answers.pushed.warnings })
    expect(answers.planned).toMatchObject({ valid: true, warnings: answers.pushed.warnings })
  })

  it('come beside mistakes', async () => {
    const answers = await answersTo(
      await exampleFolder('bike', {
        'pricing.yaml': swapped('steps:\n', 'steps:\n  unused: 1 + 1\n'),
        'product.yaml': swapped('VELO', 'velo'),
      }),
    )
    expect(answers.validated.problems).toHaveLength(1)
    expect(answers.validated.warnings).toContainEqual(
      expect.objectContaining({ place: 'step unused' }),
    )
  })
})
