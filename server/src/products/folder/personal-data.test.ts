import { describe, expect, it } from 'vitest'
import { describeProblem } from '../../kernel/index.ts'
import { givenFolder, smallestProductYaml } from './given-folder.ts'
import { compileProblems } from './given-product.ts'
import { parseProductFiles } from './parse-product-files.ts'

const fields = [
  { name: 'destination', path: 'data', validation: 'string|required|in:eu,world' },
  { name: 'persons', path: 'data', validation: 'array|required' },
  { name: 'persons.*.name', path: 'data', validation: 'string|required' },
  { name: 'owner.address.city', path: 'data', validation: 'string' },
]

const folderWith = (personalData: string) =>
  givenFolder({
    'product.yaml': `${smallestProductYaml}personal_data: ${personalData}\n`,
    'fields.json': JSON.stringify({ version: '1', definition: { policy: fields } }),
  })

describe('personal_data in product.yaml', () => {
  it('marks answers and fields, by the names that rules have', async () => {
    const files = folderWith('{ fields: [days, persons.*.name], sensitive: [owner.address] }')
    expect(await compileProblems(files)).toEqual([])
    const parsed = parseProductFiles(files)
    expect(parsed.ok && parsed.product.definition.personalData).toEqual({
      fields: ['days', 'persons.*.name'],
      sensitive: ['owner.address'],
    })
  })

  it.each([
    [
      '{ fields: [destnation] }',
      'product.yaml, personal_data.fields[0]: No item asks for "destnation", so it cannot be masked. Did you mean destination?',
    ],
    [
      '{ sensitive: [days, persons.*.nam] }',
      'product.yaml, personal_data.sensitive[1]: No item asks for "persons.*.nam", so it cannot be masked. Did you mean persons.*.name?',
    ],
    ['{ fields: [first_name] }', 'No item asks for "first_name"'],
    ['{ fields: [destination.name] }', 'No item asks for "destination.name"'],
    ['{ fields: [owner.addr] }', 'No item asks for "owner.addr"'],
  ])('%s names no field', async (settings, message) => {
    expect(await compileProblems(folderWith(settings))).toEqual([expect.stringContaining(message)])
  })

  it.each([
    ['{ field: [days] }', 'personal_data.field: "field" is not a key that belongs here.'],
    ['{ fields: days }', 'personal_data.fields: fields must be a list, not "days".'],
    ['[days]', 'personal_data: personal_data must be an object, not a list.'],
    ['{ fields: [3] }', 'personal_data.fields[0]: entry 1 must be a text, not 3.'],
  ])('%s is refused', (settings, message) => {
    const parsed = parseProductFiles(folderWith(settings))
    expect(parsed.ok ? [] : parsed.problems.map(describeProblem)).toEqual([
      expect.stringContaining(message),
    ])
  })
})
