import { isTimeZone } from './words/index.ts'
import type { Problem } from './words/index.ts'
import { makeChecker } from './check-document.ts'
import type { CompiledField } from './check-field.ts'
import { compileField, problemsMax } from './compile-field.ts'
import { problemAt, readRules } from './parse-rules.ts'
import { locate, writeLocation } from './locations.ts'
import { directoryOf } from './references.ts'
import type { Location } from './rule-spec.ts'
import type {
  CompileRulesOptions,
  CompileRulesResult,
  FieldRule,
  ParsedRule,
} from './rule-types.ts'

const fieldsMax = 2_000

/** Compiles the rule strings of one definition, or says everything that is wrong with them. */
export function compileRules(
  fields: readonly FieldRule[],
  options: CompileRulesOptions,
): CompileRulesResult {
  const problems = problemsOfTheWhole(fields, options)
  if (problems.length > 0) return { ok: false, problems }

  const own = new Map<string, readonly ParsedRule[]>()
  const readings = fields.map((field) => read(field, options.file, own))
  const listed = new Set(own.keys())
  for (const field of options.beside ?? []) {
    const located = locate(field)
    if (!('message' in located) && !listed.has(writeLocation(located)))
      read(field, options.file, own)
  }
  const quote = new Map<string, readonly ParsedRule[]>()
  // Problems of the quote's own rules are reported where those are compiled.
  for (const field of options.quote?.fields ?? []) read(field, options.file, quote)
  const directories = { own: directoryOf(own), quote: directoryOf(quote) }
  const compiled: CompiledField[] = []
  for (const reading of readings) {
    problems.push(...reading.problems)
    if (problems.length > problemsMax) break
    if (reading.location === null) continue
    const result = compileField(
      reading.field,
      reading.location,
      reading.rules,
      directories,
      options,
    )
    problems.push(...result.problems)
    compiled.push(result.compiled)
  }
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, checker: makeChecker(compiled) }
}

function problemsOfTheWhole(
  fields: readonly FieldRule[],
  { file, timeZone }: CompileRulesOptions,
): Problem[] {
  const problems: Problem[] = []
  if (!isTimeZone(timeZone)) {
    const message = `There is no time zone \`${timeZone}\`.`
    problems.push({ file, place: '', message, fix: 'Use a name such as `Europe/Zurich`.' })
  }
  if (fields.length > fieldsMax) {
    const message = `There are more than ${fieldsMax} fields.`
    problems.push({ file, place: '', message, fix: 'Split the product, or use arrays.' })
  }
  return problems
}

interface Reading {
  readonly field: FieldRule
  readonly location: Location | null
  /** Those that are well written, so that the others do not hide what is wrong with them. */
  readonly rules: readonly ParsedRule[]
  readonly problems: readonly Problem[]
}

/** Reads one field and enters it in the directory, so that later fields may be referred to. */
function read(
  field: FieldRule,
  file: string,
  directory: Map<string, readonly ParsedRule[]>,
): Reading {
  const { rules, problems } = readRules(field, file)
  const located = locate(field)
  if ('message' in located) {
    problems.unshift(problemAt(field, file, '', located))
    return { field, location: null, rules, problems }
  }
  const place = writeLocation(located)
  if (directory.has(place)) {
    const message = `\`${place}\` is defined twice.`
    problems.unshift(problemAt(field, file, '', { message, fix: 'Keep one of the two.' }))
    return { field, location: located, rules, problems }
  }
  directory.set(place, rules)
  return { field, location: located, rules, problems }
}
