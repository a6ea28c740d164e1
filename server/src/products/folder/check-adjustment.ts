import { type Problem, suggest } from '../../kernel/index.ts'
import type { FieldRule } from '../../rules/index.ts'
import type { ProductDefinition } from '../product-definition.ts'
import { quoted } from './part.ts'
import type { Soundness } from './soundness.ts'

/** Answers that are to be declared after a term, or to rise by an index, and that may not change or are no numbers. */
export function checkAdjustment(
  { life: { adjustment, indexation }, items }: ProductDefinition,
  sound: Soundness,
  quoteFile: (item: string) => string,
): Problem[] {
  // Where questions could not be read, nobody knows their names.
  if (!items.every(({ key }) => sound.file(quoteFile(key)))) return []
  const patches = items.flatMap(({ quoteRules }) => quoteRules.quote_patch)
  const asked = items.flatMap(({ quoteRules }) => quoteRules.quote)
  const declared = sound.setting('adjustment') ? (adjustment?.fields ?? []) : []
  const raised = sound.setting('indexation') ? indexation : []
  return [
    ...declared.flatMap((name, n) =>
      misnamed(name, `adjustment.fields.${n}`, patches, {
        cannot: 'so it cannot be declared after a term',
        only: 'Only numbers are declared after a term',
      }),
    ),
    ...raised.flatMap(({ answer }, n) =>
      misnamed(answer, `indexation.${n}.answer`, patches, {
        cannot: 'so it cannot be raised',
        only: 'Only numbers rise by an index',
      }),
    ),
    ...raised.flatMap(({ agreedBy }, n) =>
      agreedBy === null ? [] : notYesOrNo(agreedBy, `indexation.${n}.agreed_by`, asked),
    ),
  ]
}

function misnamed(
  name: string,
  at: string,
  patches: readonly FieldRule[],
  { cannot, only }: { readonly cannot: string; readonly only: string },
): Problem[] {
  const named = patches.filter((field) => field.name === name && field.path === 'data')
  if (named.length > 0 && named.every(isNumber)) return []
  const message =
    named.length === 0
      ? `No item lists ${quoted(name)} in quote_patch, ${cannot}.`
      : `${quoted(name)} is not a number. ${only}.`
  return [problem(at, message, name, patches.filter(isNumber))]
}

function notYesOrNo(name: string, at: string, asked: readonly FieldRule[]): Problem[] {
  const isYesOrNo = ({ validation }: FieldRule) => rulesIn(validation).includes('boolean')
  const named = asked.filter((field) => field.name === name && field.path === 'data')
  if (named.length > 0 && named.every(isYesOrNo)) return []
  const message =
    named.length === 0
      ? `No item asks for ${quoted(name)}.`
      : `${quoted(name)} is not answered by true or false, so nobody can agree by it.`
  return [problem(at, message, name, asked.filter(isYesOrNo))]
}

function problem(
  place: string,
  message: string,
  name: string,
  fitting: readonly FieldRule[],
): Problem {
  const known = [...new Set(fitting.map((field) => field.name))]
  return { file: 'product.yaml', place, message, fix: suggest(name, known) }
}

function isNumber({ validation }: FieldRule): boolean {
  const rules = rulesIn(validation)
  return rules.includes('integer') || rules.includes('numeric')
}

function rulesIn(validation: string): (string | undefined)[] {
  return validation.split('|').map((rule) => rule.split(':')[0])
}
