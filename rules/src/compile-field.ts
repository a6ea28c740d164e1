import { type DatasetId, type Problem, nearestWord } from './words/index.ts'
import type { CompiledField, FieldCheck } from './check-field.ts'
import { commonKinds, contradictions } from './contradictions.ts'
import { problemAt } from './parse-rules.ts'
import { findReference } from './references.ts'
import type { Directories } from './references.ts'
import type { Complaint, Location, RuleSite } from './rule-spec.ts'
import { ruleTable } from './rule-table.ts'
import type { CompileRulesOptions, FieldRule, ParsedRule } from './rule-types.ts'

/** More are of no use: the others show once these are fixed. */
export const problemsMax = 200

/** Turns the rules of one field, each known to be well written, into what checks it. */
export function compileField(
  field: FieldRule,
  location: Location,
  parsed: readonly ParsedRule[],
  directories: Directories,
  options: CompileRulesOptions,
): { compiled: CompiledField; problems: Problem[] } {
  const problems: Problem[] = []
  const checks: FieldCheck[] = []
  for (const { name, arguments: args } of parsed) {
    const spec = ruleTable.get(name)
    if (spec === undefined) throw new Error(`an unknown rule was let through: ${name}`)
    const site = siteOf(
      field,
      location,
      directories,
      options,
      (complaint) => problems.push(problemAt(field, options.file, name, complaint)),
      () => problems.length >= problemsMax,
    )
    checks.push({ name, args, judges: spec.judges, takes: spec.takes, ...spec.compile(args, site) })
  }
  for (const { rule, ...complaint } of contradictions(parsed, checks)) {
    problems.push(problemAt(field, options.file, rule, complaint))
  }
  const compiled: CompiledField = {
    name: field.name,
    path: field.path,
    location,
    isMany: location.includes('*'),
    mayBeAbsent: parsed.some(({ name }) => name === 'sometimes'),
    kinds: commonKinds(checks),
    demanding: checks.filter((check) => check.demands !== undefined),
    judging: checks.filter((check) => check.passes !== undefined),
    looking: checks.filter((check) => check.lookups !== undefined),
    dear: checks.filter((check) => check.steps !== undefined),
  }
  return { compiled, problems }
}

function siteOf(
  field: FieldRule,
  location: Location,
  directories: Directories,
  options: CompileRulesOptions,
  complain: (complaint: Complaint) => void,
  isFull: () => boolean,
): RuleSite {
  const path = location.slice(0, location.length - field.name.split('.').length)
  return {
    timeZone: options.timeZone,
    location,
    complain,
    refer(text) {
      // Looking for the name that was meant takes long, and there is enough to fix already.
      if (isFull()) return () => undefined
      const found = findReference(text, { path, location }, directories, options)
      if (!('message' in found)) return found
      complain(found)
      return () => undefined
    },
    dataset: (keyOrId, name) => findDataset(keyOrId, name, options, complain),
  }
}

function findDataset(
  keyOrId: string,
  field: string | null,
  options: CompileRulesOptions,
  complain: (complaint: Complaint) => void,
): DatasetId | null {
  const dataset = options.dataset(keyOrId)
  if (dataset === undefined) {
    complain({
      message: `There is no dataset \`${keyOrId}\`.`,
      fix: 'Name a dataset by the key of its file under `datasets/`, or by its `dat_` id.',
    })
    return null
  }
  const { id, fields, unpublishedOf: owner } = dataset
  if (owner !== undefined) {
    complain({
      message: `The dataset \`${keyOrId}\` belongs to the product ${owner}, which was never published.`,
      fix: `Publish ${owner} first: other products read what is on sale.`,
    })
    return null
  }
  if (field !== null && fields !== null && !fields.includes(field)) {
    const nearest = nearestWord(field, fields)
    complain({
      message: `The dataset \`${keyOrId}\` has no field \`${field}\`.`,
      fix:
        nearest === null ? `Its fields are ${fields.join(', ')}.` : `Did you mean \`${nearest}\`?`,
    })
  }
  return id
}
