import { placeOf, type WorkbookProblem } from '@bindery/spreadsheet'
import type { References } from '@bindery/spreadsheet/references'
import { getFormatInfo } from 'numfmt'
import { knownOutputs } from '../../premium/output-names.ts'
import { type Candidate, type ProposedCell, candidateAt, proposed } from './candidates.ts'
import type { NamedCell } from '../layout.ts'
import type { CellUses } from './cell-uses.ts'
import { nameFrom } from './find-label.ts'
import type { LooksOf } from './looks-of.ts'
import { isOfPartOfYear, meaningOf, moneyIn, saysRate } from './output-words.ts'
import { frequencyOf, premiumForIn, saysFrequency } from './sale-words.ts'

export interface ProposedOutputs {
  /** The premium first, then its tax, then other results that no formula uses. */
  readonly outputs: readonly ProposedCell[]
  /** Doubts about premium and tax. */
  readonly doubts: readonly WorkbookProblem[]
  /** Whether amounts seem to be in euros and francs, or in cents. */
  readonly amounts: 'major' | 'minor'
  /** Doubts about the unit of amounts, if nothing in the workbook states it. */
  readonly amountDoubts: readonly WorkbookProblem[]
}

const othersMax = 200
const otherProposedMax = 20
/** How many cells are visited to find the number that depends on most other cells. */
const visitsMax = 5_000_000
/** The difference that rounding each of them may cause. */
const roundingMax = 0.021

/** Guesses which formulas give the premium and its tax, by their labels. */
export function proposeOutputs(
  references: References,
  uses: CellUses,
  looks: LooksOf,
  /** The outputs that the options name, if any. */
  chosen: readonly NamedCell[],
): ProposedOutputs | null {
  return new OutputFinder(references, uses, looks).find(chosen)
}

class OutputFinder {
  readonly #references: References
  readonly #uses: CellUses
  readonly #looks: LooksOf
  readonly #formulas: readonly Candidate[]

  constructor(references: References, uses: CellUses, looks: LooksOf) {
    this.#references = references
    this.#uses = uses
    this.#looks = looks
    this.#formulas = [...uses.formulas.keys()].map((id) => candidateAt(id, references, uses))
  }

  find(wished: readonly NamedCell[]): ProposedOutputs | null {
    const nets = this.#meant('net')
    const named = this.#premiumIn(this.#meant('gross')) ?? this.#premiumIn(this.#meant('premium'))
    const gross = named ?? (nets.length === 0 ? this.#dearestSink() : null)
    // An amount for a year is no evidence for the amount of an instalment.
    const fits = (one: Candidate) => gross === null || isOfSameTime(one, gross)
    const net = preferred(
      nets.filter((one) => fits(one) && !(numberIn(one) > numberIn(gross) + roundingMax)),
      this.#uses,
    )
    const taxes = this.#meant('tax').filter(fits)
    const isRate = (one: Candidate) => this.#isRate(one, gross, net)
    const amounts = taxes.filter((one) => !isRate(one))
    const tax = preferred(amounts, this.#uses)
    const rate = preferred(taxes.filter(isRate), this.#uses) ?? this.#constantRate()
    const chosen: ProposedCell[] = []
    const choose = (one: Candidate | null, name: string) => {
      if (one === null) return
      const isTaken = chosen.some(({ cell }) => placeOf(cell) === placeOf(one.place))
      const reason =
        one.label === null ? 'no other formula needs it' : `its label is "${one.label}"`
      if (!isTaken)
        chosen.push(proposed(one, { name, reason, isProposed: true, isUnlikely: false }))
    }
    const sums = this.#sums(gross, net, tax, amounts)
    choose(gross, 'gross_premium')
    if (sums.isOfSeveralTaxes) choose(net, 'net_premium')
    else if (tax !== null) choose(tax, 'premium_tax')
    else choose(rate, 'tax_rate')
    // Two of the three are enough; three might differ by a cent after rounding.
    if (chosen.length < 2) choose(net, 'net_premium')
    const premium = this.#premiumOf(wished) ?? gross ?? net
    if (premium === null) return null
    return {
      outputs: [...chosen, ...this.#others(chosen)],
      doubts: sums.doubts,
      ...this.#amounts(premium),
    }
  }

  /** If customers choose how often they pay, the premium is the instalment that depends on this choice. */
  #premiumIn(candidates: readonly Candidate[]): Candidate | null {
    const instalments = candidates.filter(
      (one) => isOfPartOfYear(one.label ?? '') && this.#dependsOnFrequency(one),
    )
    return preferred(instalments, this.#uses) ?? preferred(candidates, this.#uses)
  }

  #dependsOnFrequency({ id }: Candidate): boolean {
    return this.#uses
      .behind(id)
      .values()
      .some((one) => {
        if (this.#uses.formulas.has(one)) return false
        const { label, value } = candidateAt(one, this.#references, this.#uses)
        const isChoice = typeof value === 'string' && frequencyOf(value) !== null
        return label !== null && saysFrequency(label) && (isChoice || typeof value === 'number')
      })
  }

  /** The cell that the options name as the premium. */
  #premiumOf(wished: readonly NamedCell[]): Candidate | null {
    const known = premiumNames.flatMap((name) => wished.find((one) => one.name === name) ?? [])
    const [first] = known.length > 0 ? known : wished
    const id =
      first && this.#references.grid(first.cell.sheet)?.id(first.cell.row, first.cell.column)
    return id === undefined ? null : candidateAt(id, this.#references, this.#uses)
  }

  #meant(meaning: string): Candidate[] {
    return this.#formulas.filter(
      ({ label, value }) =>
        label !== null && typeof value !== 'string' && meaningOf(label) === meaning,
    )
  }

  /** A tax of 0.76 may be 76 cents: it is a rate where it says so, or nothing makes it an amount. */
  #isRate(one: Candidate, gross: Candidate | null, net: Candidate | null): boolean {
    const { value, label } = one
    if (typeof value !== 'number' || value < 0 || value >= 1) return false
    const format = this.#formatOf(one)
    if (format?.type === 'percent') return true
    const rest = numberIn(gross) - numberIn(net)
    if (value > 0 && Math.abs(rest - value) <= roundingMax) return false
    if (saysRate(label ?? '')) return true
    if (value === 0 || moneyIn(`${label} ${one.unit}`) !== null) return false
    if (format !== null && format.type !== 'general' && format.maxDecimals <= 2) return false
    const behind = this.#uses.behind(one.id)
    return ![gross, net].some((premium) => premium !== null && behind.has(premium.id))
  }

  /** Whether the saved values of gross, net and tax agree, and a notice if they do not. */
  #sums(
    gross: Candidate | null,
    net: Candidate | null,
    tax: Candidate | null,
    taxes: readonly Candidate[],
  ): { readonly isOfSeveralTaxes: boolean; readonly doubts: readonly WorkbookProblem[] } {
    const fine = { isOfSeveralTaxes: false, doubts: [] }
    if (gross === null || net === null || tax === null) return fine
    const rest = numberIn(gross) - numberIn(net)
    const off = Math.abs(rest - numberIn(tax))
    if (!(off > roundingMax)) return fine
    const sum = taxes.reduce((total, one) => total + numberIn(one), 0)
    if (taxes.length > 1 && Math.abs(rest - sum) <= roundingMax * taxes.length) {
      return { isOfSeveralTaxes: true, doubts: [] }
    }
    const [at, atTax] = [placeOf(net.place), placeOf(tax.place)]
    const doubt = {
      place: at,
      message: `It says a net premium of ${net.value}, but ${gross.value} less the tax of ${tax.value} in ${atTax} is ${Number((numberIn(gross) - numberIn(tax)).toFixed(2))}. Gross and tax are taken.`,
      fix: `Say which two count, such as --output gross_premium=${placeOf(gross.place)} --output net_premium=${at} (outputs in the API); fees belong to the net premium.`,
    }
    return { isOfSeveralTaxes: false, doubts: [doubt] }
  }

  /** The number that depends on most other cells: it is the purpose of the workbook. */
  #dearestSink(): Candidate | null {
    let best: Candidate | null = null
    let most = 0
    let visits = 0
    // The result of a workbook is mostly at its end, so the end is always examined.
    for (const one of this.#formulas.toReversed()) {
      if (!this.#uses.sinks.has(one.id) || typeof one.value === 'string') continue
      if (typeof one.value === 'boolean') continue
      const { size } = this.#uses.behind(one.id)
      visits += size
      if (size > 0 && size >= most) {
        most = size
        best = one
      }
      if (visits > visitsMax) break
    }
    return best
  }

  /** A rate of the tax that is written down, such as 19 %. */
  #constantRate(): Candidate | null {
    const seen = new Set<number>()
    for (const singles of this.#uses.named.values()) {
      for (const id of singles) {
        if (this.#uses.formulas.has(id) || seen.has(id)) continue
        seen.add(id)
        const one = candidateAt(id, this.#references, this.#uses)
        const isRate = typeof one.value === 'number' && one.value >= 0 && one.value < 1
        if (isRate && one.label !== null && meaningOf(one.label) === 'tax') return one
      }
    }
    return null
  }

  #others(chosen: readonly ProposedCell[]): ProposedCell[] {
    const sheet = chosen[0]?.cell.sheet
    const taken = new Set(chosen.map(({ cell }) => placeOf(cell)))
    const others = this.#formulas.filter(
      ({ place, label }) => label !== null && !taken.has(placeOf(place)),
    )
    const isSink = ({ id }: Candidate) => this.#uses.sinks.has(id)
    const ends = others.filter(isSink).slice(0, othersMax)
    // A premium that another formula goes on with, as the one of a year with that of a month.
    const steps = others.filter((one) => !isSink(one) && this.#isMoney(one)).slice(0, othersMax)
    return [
      ...ends.map((one, at) => {
        const declines = typeof one.value === 'boolean' && meaningOf(one.label ?? '') === 'knockout'
        const own = nameFrom(one.label ?? '') ?? 'output'
        return proposed(one, {
          name: declines ? `knockout_${own}` : nameOfOther(own, one.value),
          reason: `no other formula needs it, and its label is "${one.label}"`,
          isProposed: declines || (one.place.sheet === sheet && at < otherProposedMax),
          isUnlikely: false,
        })
      }),
      ...steps.map((one) =>
        proposed(one, {
          name: nameOfOther(nameFrom(one.label ?? '') ?? 'output', one.value),
          reason: `its label is "${one.label}"`,
          isProposed: false,
          isUnlikely: meaningOf(one.label ?? '') === null,
        }),
      ),
    ]
  }

  /** A number that may be a premium: no rate, factor or day. */
  #isMoney(one: Candidate): boolean {
    const format = this.#formatOf(one)
    return (
      typeof one.value === 'number' &&
      format?.isPercent !== true &&
      format?.isDate !== true &&
      !saysRate(one.label ?? '')
    )
  }

  #amounts(premium: Candidate): Pick<ProposedOutputs, 'amounts' | 'amountDoubts'> {
    const { value, label, unit, place } = premium
    const format = this.#looks.styleOf(place)?.format ?? ''
    const amounts = moneyIn(`${label} ${unit} ${format}`)
    if (amounts !== null) return { amounts, amountDoubts: [] }
    const isWhole = this.#formatOf(premium)?.maxDecimals === 0 && Number.isInteger(value)
    const doubt = {
      place: placeOf(place),
      message: `The workbook does not say the unit of the premium, ${value}. It is taken as whole units such as euros or francs.`,
      fix: 'Say so with --amounts major, or --amounts minor where it is cents (amounts in the API).',
    }
    return { amounts: 'major', amountDoubts: isWhole ? [doubt] : [] }
  }

  #formatOf({ place }: Candidate): ReturnType<typeof getFormatInfo> | null {
    const style = this.#looks.styleOf(place)
    return style === null ? null : getFormatInfo(style.format)
  }
}

function isOfSameTime(one: Candidate, other: Candidate): boolean {
  const [first, second] = [one, other].map(({ label }) => premiumForIn(label ?? ''))
  return first == null || second == null || first === second
}

/** Of several with one meaning the one that no other formula needs, else the last; a whole year first. */
function preferred(candidates: readonly Candidate[], uses: CellUses): Candidate | null {
  const ofYears = candidates.filter(({ label }) => !isOfPartOfYear(label ?? ''))
  const all = ofYears.length > 0 ? ofYears : candidates
  return all.findLast(({ id }) => uses.sinks.has(id)) ?? all.at(-1) ?? null
}

const premiumNames = ['gross_premium', 'gross_payment_amount', 'net_premium']

const numbersWithMeaning = [
  'net_net_premium',
  'net_commission_total',
  'billing_cycles',
  'policy_start_date',
  'policy_end_date',
]

/** A label may sound like an output with a meaning of its own, and say something else. */
function nameOfOther(own: string, value: Candidate['value']): string {
  if (!knownOutputs.includes(own)) return own
  return typeof value === 'number' && numbersWithMeaning.includes(own) ? own : `extra_${own}`
}

/** The saved value; not a number if there is none. */
function numberIn(one: Candidate | null): number {
  return typeof one?.value === 'number' ? one.value : Number.NaN
}
