import { parseDay, type Problem, suggest } from '../../kernel/index.ts'
import type { IntegrationDefinition, ProductFiles, ProductTest } from '../product-definition.ts'
import { openYaml } from './open-file.ts'
import type { NamedItem } from './product-yaml.ts'
import { quoted, type Part } from './part.ts'

const testFile = /^tests\/[^/]+\.yaml$/
const casesMax = 1_000

interface Cast {
  readonly items: readonly NamedItem[]
  readonly integrations: readonly IntegrationDefinition[]
}

/**
 * The cases of tests/*.yaml; a file holds one case or a list of them. Those with mistakes are left
 * out, and so are all where nobody knows what is sold.
 */
export function readProductTests(
  files: ProductFiles,
  cast: Cast | null,
  problems: Problem[],
): ProductTest[] {
  const paths = [...files.keys()].filter((path) => testFile.test(path)).toSorted()
  return paths.flatMap((file) => {
    const root = openYaml(files, file, problems)
    if (root === null || cast === null) return []
    const cases = Array.isArray(root.value) ? root.filledList('List at least one case.') : [root]
    if (cases.length > casesMax) root.refuse(`There are more than ${casesMax} cases.`, 'Split it.')
    refuseRepeatedNames(cases)
    return cases.slice(0, casesMax).flatMap((part) => {
      const before = part.complaints
      const test = readCase(part, file, cast)
      return part.complaints > before ? [] : [test]
    })
  })
}

function refuseRepeatedNames(cases: readonly Part[]): void {
  const seen = new Set<unknown>()
  for (const part of cases) {
    const name = part.member('name')
    if (typeof name.value === 'string' && seen.has(name.value)) {
      name.refuse(`Two cases are called ${quoted(name.value)}.`, 'Say how they differ.')
    }
    seen.add(name.value)
  }
}

function readCase(part: Part, file: string, cast: Cast): ProductTest {
  part.hasOnly(['name', 'item', 'integration', 'today', 'input', 'expect'])
  const itemKeys = cast.items.map((item) => item.key)
  const integrationKeys = cast.integrations.map((integration) => integration.key)
  return {
    file,
    name: part.member('name').text('Say in a few words what the case shows.'),
    item: part.member('item').optional(itemKeys[0] ?? '', (item) => readOneOf(item, itemKeys)),
    integration: part
      .member('integration')
      .optional<string | null>(null, (key) => readOneOf(key, integrationKeys)),
    today: part.member('today').optional<string | null>(null, readDay),
    input: part.member('input').jsonObject("Write the quote's data, field by field."),
    expect: readExpectation(part.member('expect')),
  }
}

function readOneOf(part: Part, keys: readonly string[]): string {
  const key = part.text()
  if (key !== '' && !keys.includes(key)) {
    part.refuse(`product.yaml has no ${part.label} ${quoted(key)}.`, suggest(key, keys))
  }
  return key
}

function readDay(part: Part): string {
  const day = part.text('Write a date as YYYY-MM-DD.')
  if (day !== '' && parseDay(day) === null) {
    part.refuse(`${quoted(day)} is not a date.`, 'Write it as YYYY-MM-DD.')
  }
  return day
}

function readExpectation(part: Part): ProductTest['expect'] {
  const kinds = ['outputs', 'knockout', 'errors'] as const
  if (!part.hasOnly(kinds)) return { outputs: {} }
  const given = kinds.filter((kind) => !part.member(kind).isAbsent)
  const [kind] = given
  if (kind === undefined || given.length > 1) {
    const message = 'A case expects exactly one of outputs, knockout and errors.'
    part.refuse(message, kind === undefined ? 'Add one.' : `Keep only one of ${given.join(', ')}.`)
    return { outputs: {} }
  }
  const member = part.member(kind)
  if (kind === 'outputs') return { outputs: member.jsonObject('Write outputs and their values.') }
  if (kind === 'knockout') {
    return { knockout: member.value === true || member.text('Write true, or its name.') }
  }
  const entries = member.filledList('List the fields that must fail.')
  return { errors: entries.map((entry) => entry.text("Write a field's name.")) }
}
