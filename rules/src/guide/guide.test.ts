import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Json } from '../words/index.ts'
import { ruleTable } from '../rule-table.ts'
import { errorsOf } from '../test-product.ts'
import { listRules, writeGuide } from './index.ts'
import type { RuleExample } from './rule-guide.ts'

/** The rules that a value fails; those of the other answers are of no interest here. */
function failing({ rules, beside = {} }: RuleExample, value: Json): readonly string[] {
  const others = Object.fromEntries(Object.keys(beside).map((name) => [`data.${name}`, '']))
  const definition = { ...others, 'data.value': rules }
  return errorsOf(definition, { data: { ...beside, value } }).flatMap((error) => error.rules ?? [])
}

const pages = listRules()
/** They only permit; what fails beside them fails by another rule. */
const silent = ['nullable', 'optional', 'sometimes']

describe('the guide of rules', () => {
  test('has every rule once', () => {
    expect(pages.map(({ name }) => name).toSorted()).toEqual([...ruleTable.keys()].toSorted())
  })

  describe.each(pages)('$name', ({ name, examples, message }) => {
    test.each([...examples])('is as its example says: $rules', (example) => {
      expect(example.rules.split('|').map((rule) => rule.split(':')[0])).toContain(name)
      for (const value of example.passes) expect(failing(example, value)).toEqual([])
      for (const value of example.fails) {
        const failed = failing(example, value)
        if (silent.includes(name)) expect(failed).not.toEqual([])
        else expect(failed).toContain(name)
      }
    })

    test('shows what passes, what fails, and what is then said', () => {
      expect(examples.flatMap(({ passes }) => passes)).not.toEqual([])
      expect(examples.flatMap(({ fails }) => fails)).not.toEqual([])
      if (!silent.includes(name)) expect(message).toMatch(/\.$/)
    })
  })

  test('is written down as it is: npm run rules-guide', async () => {
    const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')
    expect(await read('docs/guides/rules.md')).toBe(writeGuide())
    expect(JSON.parse(await read('cli/src/rules/rules.json'))).toEqual(
      JSON.parse(JSON.stringify(pages)),
    )
  })
})
