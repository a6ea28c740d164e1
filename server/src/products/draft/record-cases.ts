import { type Json, type JsonObject, type Problem, parseDay } from '../../kernel/index.ts'
import { type PricedOutcome, type WorkbookProposal, allOutputsOf } from '../../pricing/index.ts'
import { type FieldRule, parseRules } from '../../rules/index.ts'
import { daysSold } from '../cover.ts'
import type { CompiledProduct } from '../folder/index.ts'
import { priceCase } from '../folder/run-product-tests.ts'
import { put } from '../folder/sample-policy.ts'
import { resolveDates } from '../folder/date-phrases.ts'
import { sampleValue } from '../folder/sample-value.ts'
import { holdToSale } from '../hold-to-sale.ts'
import type { ParsedProduct } from '../product-definition.ts'
import { cornerAnswers } from './corner-answers.ts'

/** A case of tests/*.yaml as it is written. */
export interface DraftedCase {
  readonly name: string
  readonly today: string
  readonly input: JsonObject
  readonly expect: JsonObject
}

export interface RecordedCases {
  /** What the spreadsheet program saved; null where it saved no price, or one for other rules. */
  readonly saved: DraftedCase | null
  /** What we computed ourselves. */
  readonly corners: readonly DraftedCase[]
  readonly notices: readonly Problem[]
}

/** More than anybody looks through; the first fields of a workbook matter most. */
const cornersMax = 60
const failuresShownMax = 10

/** Finds out what the corners of a drafted product come to, and holds it to what was saved. */
export async function recordCases(
  product: ParsedProduct,
  compiled: CompiledProduct,
  proposal: WorkbookProposal,
  givenToday: Temporal.PlainDate,
): Promise<RecordedCases> {
  const { definition } = product
  const [item] = definition.items
  const priced = item === undefined ? undefined : compiled.items.get(item.key)
  if (item === undefined || priced === undefined) throw new Error('a drafted product has an item')
  const today = parseDay(proposal.today) ?? givenToday
  const variables = definition.integrations[0]?.pricingVariables ?? {}
  const outcomeOf = async (data: JsonObject): Promise<PricedOutcome> => {
    const sent = resolveDates(data, today)
    const placed = { sent, expanded: sent }
    const outcome = await priceCase(priced, placed, variables, today, noDatasets)
    return holdToSale(outcome, definition, (premium) => daysSold(premium, sent, today))
  }
  const rules = item.quoteRules.quote
  const base = baseAnswers(proposal, rules)
  const day = today.toString()
  const atBase = await outcomeOf(base.answers)
  const notices: Problem[] = []
  const saved = savedCase(proposal, base, atBase, day, notices)
  const corners: DraftedCase[] = []
  let failures = 0
  if (saved === null) record('the first answers', base.answers, atBase)
  for (const field of rules) {
    for (const { value, words } of cornerAnswers(field)) {
      if (corners.length >= cornersMax) break
      const input = structuredClone(base.answers)
      put(input, field.name.split('.'), value)
      record(`${field.name} ${words}`, input, await outcomeOf(input))
    }
  }
  return { saved, corners, notices }

  function record(words: string, input: JsonObject, outcome: PricedOutcome): void {
    const known = saved === null ? corners : [saved, ...corners]
    if (known.some((other) => JSON.stringify(other.input) === JSON.stringify(input))) return
    const expect = expectationOf(outcome)
    const gap = gapIn(outcome)
    if (expect !== null) corners.push({ name: `recorded: ${words}`, today: day, input, expect })
    else if (gap !== null && failures++ < failuresShownMax) {
      notices.push({
        file: 'pricing.xlsx',
        place: gap.place,
        message: `The calculation fails with ${words}: ${gap.reason}.`,
        fix: `Correct the formula, or refuse such answers: by data validation${proposal.layout === null ? ', in the valid column,' : ''} or by a knockout.`,
      })
    }
  }
}

const noDatasets = { item: () => undefined, hasLiteral: () => false }

interface BaseAnswers {
  readonly answers: JsonObject
  /** Those that must be answered, and for which no answer stood in the file. */
  readonly unsaved: readonly string[]
}

/** What the workbook was saved with; where something required is missing, what the rules allow. */
function baseAnswers({ fields }: WorkbookProposal, rules: readonly FieldRule[]): BaseAnswers {
  const answers: JsonObject = {}
  const unsaved: string[] = []
  for (const { name, saved } of fields) {
    const rule = rules.find((one) => one.name === name)
    const parsed = rule === undefined ? null : parseRules(rule, '')
    if (saved !== null) put(answers, name.split('.'), saved)
    else if (parsed?.ok === true && parsed.rules.some((one) => one.name === 'required')) {
      unsaved.push(name)
      put(answers, name.split('.'), sampleValue(name, parsed.rules) ?? 'Sample')
    }
  }
  return { answers, unsaved }
}

function savedCase(
  { saved, outputs }: WorkbookProposal,
  { answers, unsaved }: BaseAnswers,
  computed: PricedOutcome,
  today: string,
  notices: Problem[],
): DraftedCase | null {
  if (unsaved.length > 0) {
    notices.push({
      file: 'pricing.xlsx',
      place: '',
      message: `The workbook was saved without a usable answer for ${unsaved.join(', ')}. Its price is in no test case.`,
      fix: 'Save it with answers that a customer can give. Write dates without a time.',
    })
    return null
  }
  if (saved?.outcome !== 'priced') return null
  if (computed.outcome === 'invalid') {
    const names = computed.errors.map(({ field }) => field)
    notices.push({
      file: 'pricing.xlsx',
      place: '',
      message: `The workbook was saved with answers that its own rules refuse: ${names.join(', ')}. Its price is in no test case.`,
      fix: 'Save it with answers that its rules allow.',
    })
    return null
  }
  if (computed.outcome !== 'priced') return null
  const all = allOutputsOf(saved.premium)
  const expected = outputs.flatMap((name): [string, Json][] => {
    const value = all[name]
    return value === undefined || value === null ? [] : [[name, value]]
  })
  return {
    name: 'what the workbook was saved with',
    today,
    input: answers,
    expect: { outputs: Object.fromEntries(expected) },
  }
}

/** Where answers that the rules allow have no price. */
function gapIn(outcome: PricedOutcome): { place: string; reason: string } | null {
  if (outcome.outcome === 'failed') return outcome
  return outcome.outcome === 'invalid' ? (outcome.miss ?? null) : null
}

function expectationOf(outcome: PricedOutcome): JsonObject | null {
  switch (outcome.outcome) {
    case 'priced': {
      const { grossPaymentAmount, premiumTax, netPremium } = outcome.premium
      return {
        outputs: {
          gross_payment_amount: grossPaymentAmount,
          premium_tax: premiumTax,
          net_premium: netPremium,
        },
      }
    }
    case 'knockout':
      return { knockout: outcome.code }
    case 'invalid':
      if (outcome.miss !== undefined) return null
      return { errors: [...new Set(outcome.errors.map(errorText))] }
    case 'failed':
      return null
  }
}

function errorText({ field, rules }: { field: string; rules?: readonly string[] }): string {
  const [rule] = rules ?? []
  return rule === undefined ? field : `${field}:${rule}`
}
