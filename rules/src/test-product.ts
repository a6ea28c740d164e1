import { describeProblem } from './words/index.ts'
import type { DatasetId, FieldError, Json, JsonObject } from './words/index.ts'
import { compileRules, provideEngines, provideLanguages } from './index.ts'
import { everyEngine } from './engines/every-engine.ts'
import { everyLanguage } from './messages/every-language.ts'
import type { CheckContext, Checker, CompileRulesOptions, FieldRule } from './index.ts'

provideEngines(everyEngine)
provideLanguages(everyLanguage)

/** What the tests of these rules share: a product in Zurich, on a Wednesday morning, with one dataset. */
export const companyItem = 'dai_0123456789ab0123456789abcdef' as const
export const carItem = 'dai_ffffffffffffffffffffffffffff' as const
export const unknownItem = 'dai_eeeeeeeeeeeeeeeeeeeeeeeeeeee' as const

export const options: CompileRulesOptions = {
  file: 'quote.json',
  timeZone: 'Europe/Zurich',
  dataset: (key) =>
    key === 'companies' || key === 'dat_companies'
      ? { id: 'dat_companies', fields: ['name', 'industry', 'staff'] }
      : undefined,
}

const items = new Map<string, { datasetId: DatasetId; values: JsonObject }>([
  [
    companyItem,
    { datasetId: 'dat_companies', values: { name: 'Acme', industry: 'retail', staff: 12 } },
  ],
  [carItem, { datasetId: 'dat_cars', values: { name: 'Beetle' } }],
])

export const context: CheckContext = {
  now: Temporal.PlainDateTime.from('2026-04-15T10:30'),
  item: (id) => items.get(id),
  hasLiteral: ({ datasetId, field, value }) =>
    datasetId === 'dat_companies' && (field === null || field === 'name') && value === 'Acme',
}

/** A definition as `{ 'data.start': 'required|iso_date' }`; a name without `data.` is top level. */
export function fieldsOf(definition: Readonly<Record<string, string>>): FieldRule[] {
  return Object.entries(definition).map(([place, validation]) => {
    const [, path = null, name = place] = /^(data|metadata)\.(.+)$/.exec(place) ?? []
    return { name, path, validation }
  })
}

export function checkerFor(definition: Readonly<Record<string, string>>): Checker {
  const result = compileRules(fieldsOf(definition), options)
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'))
  return result.checker
}

/** Everything wrong with a definition, one line each. */
export function problemsOf(definition: Readonly<Record<string, string>>): string[] {
  const result = compileRules(fieldsOf(definition), options)
  return result.ok ? [] : result.problems.map(describeProblem)
}

export function errorsOf(
  definition: Readonly<Record<string, string>>,
  document: JsonObject,
): Pick<FieldError, 'code' | 'field' | 'path' | 'rules'>[] {
  const errors = checkerFor(definition).check(document, context)
  return errors.map(({ code, field, path, rules = [] }) => ({
    code,
    field,
    ...(path !== undefined && { path }),
    rules,
  }))
}

/** The same with everything that explaining them needs. */
export function wholeErrorsOf(
  definition: Readonly<Record<string, string>>,
  document: JsonObject,
): FieldError[] {
  return checkerFor(definition).check(document, context)
}

/** The rules that a single value fails. */
export function failing(rules: string, value: Json): readonly string[] {
  return errorsOf({ 'data.value': rules }, { data: { value } })[0]?.rules ?? []
}
