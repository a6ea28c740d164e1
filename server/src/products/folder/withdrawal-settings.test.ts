import { describe, expect, it } from 'vitest'
import { describeProblem } from '../../kernel/index.ts'
import { compileProduct } from './compile-product.ts'
import { givenFolder, smallestProductYaml } from './given-folder.ts'
import { compileProblems } from './given-product.ts'
import { parseProductFiles } from './parse-product-files.ts'

const folderWith = (settings: string) =>
  givenFolder({ 'product.yaml': `${smallestProductYaml}${settings}` })

function definitionOf(settings: string) {
  const result = parseProductFiles(folderWith(settings))
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'))
  return result.product.definition
}

function problemsOf(settings: string): string[] {
  const result = parseProductFiles(folderWith(settings))
  return result.ok ? [] : result.problems.map(describeProblem)
}

const byLaw = { days: 14, earlyCover: null, holidays: [] }

describe('withdrawal in product.yaml', () => {
  it.each([
    ['', null, null],
    ['law: de\n', 'de', byLaw],
    ['law: ch\n', 'ch', byLaw],
    ['law: de\nwithdrawal: none\n', 'de', null],
    ['withdrawal: { days: 30 }\n', null, { ...byLaw, days: 30 }],
    [
      'law: de\nwithdrawal: { early_cover: at_once, holidays: [2027-12-24] }\n',
      'de',
      { days: 14, earlyCover: 'at_once', holidays: ['2027-12-24'] },
    ],
  ])('%j is read', (settings, law, withdrawal) => {
    expect(definitionOf(settings)).toMatchObject({ law, withdrawal })
  })

  it.each([
    ['law: fr\n', 'law: "fr" is not one of de, ch. Use one of: de, ch.'],
    [
      'law: de\nwithdrawal: { days: 13 }\n',
      'withdrawal.days: 13 days are fewer than the law "de" gives. Write at least 14.',
    ],
    [
      'withdrawal: { holidays: [24.12.2027] }\n',
      'withdrawal.holidays[0]: "24.12.2027" is not a day. Write a day such as 2027-12-24.',
    ],
    [
      'withdrawal: never\n',
      'withdrawal: withdrawal must be an object, not "never". Give it the keys days, early_cover, holidays.',
    ],
  ])('%j is refused', (settings, message) => {
    expect(problemsOf(settings)).toEqual([expect.stringContaining(message)])
  })

  it('is there for everything that is paid by instalments', () => {
    const plans = smallestProductYaml.replace(
      'type: single',
      'type: recurring\n    frequency: month',
    )
    const result = parseProductFiles(
      givenFolder({ 'product.yaml': `${plans}law: de\nwithdrawal: none\n` }),
    )
    expect(result.ok ? [] : result.problems.map(describeProblem)).toEqual([
      expect.stringContaining('Only contracts of less than a month can be sold without'),
    ])
  })

  it('is warned of where a law gives it and the product does not', async () => {
    const files = folderWith('law: ch\nwithdrawal: none\n')
    const parsed = parseProductFiles(files)
    if (!parsed.ok) throw new Error('it can be read')
    const result = await compileProduct(parsed.product, files, { dataset: () => undefined })
    expect(result.ok && result.compiled.warnings.map(describeProblem)).toEqual([
      expect.stringContaining('product.yaml, withdrawal: Only contracts of less than a month'),
    ])
  })

  it('names a question that every item asks, and that is answered by yes or no', async () => {
    expect(await compileProblems(folderWith('withdrawal: { early_cover: days }\n'))).toEqual([
      expect.stringContaining(
        'withdrawal.early_cover: Item "travel" asks no question "days" that is answered by yes or no.',
      ),
    ])
  })
})
