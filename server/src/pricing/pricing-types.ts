import type { FieldError, JsonObject, Problem } from '../kernel/index.ts'

/** The files of a product folder that price it, by path inside the folder. */
export type PricingFiles = ReadonlyMap<string, Uint8Array>

export interface PricingInput {
  /** The customer's answers, with dataset items already in place of their ids. */
  readonly data: JsonObject
  /** The integration's pricing variables. */
  readonly variables: JsonObject
  /** The quote's date in the product's time zone; pricing never asks the clock. */
  readonly today: Temporal.PlainDate
  /** Members of the data that an endorsement leaves alone: they were checked at the sale. */
  readonly held?: readonly string[]
}

/** One cell or step of an explained price. */
export interface TraceEntry {
  readonly place: string
  readonly formula: string
  readonly value: string
  /** The table row a lookup hit, for example `tables/rates.csv row 12`. */
  readonly hit?: string
}

/** Exact decimals leave a pricing logic as text, so that no double rounds them on the way out. */
export type OutputValue = string | boolean | { readonly decimal: string }

export type Calculation =
  | {
      readonly outcome: 'priced'
      readonly outputs: Readonly<Record<string, OutputValue>>
      readonly trace?: readonly TraceEntry[]
    }
  | {
      readonly outcome: 'knockout'
      /** The name of the knockout that declined the risk. */
      readonly code: string
      readonly trace?: readonly TraceEntry[]
    }
  | {
      readonly outcome: 'invalid'
      readonly errors: readonly FieldError[]
      /** The lookup that did not find an answer, where that is what is wrong with it. */
      readonly miss?: { readonly place: string; readonly reason: string }
      /** The steps up to that lookup. */
      readonly trace?: readonly TraceEntry[]
    }
  | {
      readonly outcome: 'failed'
      readonly place: string
      readonly reason: string
      /** What to do about it, where that is known. */
      readonly fix?: string
      /** The amount in whole minor units, where the failure is that it is above the limit. */
      readonly tooLarge?: string
      /** The steps up to the failure. */
      readonly trace?: readonly TraceEntry[]
    }

/** A pricing logic compiled once per revision. `http` logics answer later, the others at once. */
export interface CompiledPricing {
  readonly kind: 'formula' | 'workbook' | 'http'
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** SHA-256 of everything that can change a price, in hex. */
  readonly contentHash: string
  readonly warnings: readonly Problem[]
  /** What is known before anybody asks for a price; of new pricing only. */
  readonly known?: KnownPrices
  evaluate(
    input: PricingInput,
    options?: { readonly trace?: boolean },
  ): Calculation | Promise<Calculation>
  /** Computes everything that some price may need, knockouts or not; where the logic knows its parts. */
  timeFormulas?(input: PricingInput): FormulaTimes
  /** The insurer's own file with an input in place, where the logic is a file to look at. */
  fill?(input: PricingInput): Promise<FilledFile>
}

export interface FormulaTimes {
  /** Of the processor's time. */
  readonly ms: number
  /** The part that took the longest, or nothing where parts are not known. */
  readonly slowest: string
}

export interface KnownPrices {
  /** The pricing file, by its path inside the product folder. */
  readonly file: string
  readonly constants: readonly ConstantOutput[]
  /** What a workbook comes to with the answers that it was saved with; null where it has none. */
  readonly saved: PricedOutcome | null
}

/** An output that no answer of a customer can change. */
export interface ConstantOutput {
  readonly name: string
  readonly place: string
  readonly value: OutputValue
}

/** A price as the spreadsheet it came from. */
export interface FilledFile {
  readonly bytes: Uint8Array
  readonly mediaType: string
  readonly extension: string
}

export type CompilePricingResult =
  | { readonly ok: true; readonly pricing: CompiledPricing }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** What a price comes to, in whole minor units, after the money contract has been checked. */
export interface Premium {
  readonly grossPaymentAmount: number
  readonly grossPremium: number
  readonly premiumTax: number
  readonly netPremium: number
  readonly netNetPremium: number
  readonly netCommissionTotal: number
  /** A decimal fraction such as 0.19. */
  readonly taxRate: number
  /** Outputs with a meaning of their own that are not money; null where pricing does not say. */
  readonly billingCycles: number | null
  readonly durationStrategy: DurationStrategy | null
  readonly policyStartDate: string | null
  readonly policyEndDate: string | null
  /** An ISO 8601 duration such as `P1Y`. */
  readonly policyDuration: string | null
  readonly flow: string | null
  /** Every other output, for `extra_data`. */
  readonly extra: JsonObject
  /** The changes of tax by law that came after it was priced; absent where there are none. */
  readonly taxChanges?: readonly TaxRateChange[]
}

/** A rate of tax that the law has replaced: decimal fractions such as 0.19. */
export interface TaxRateChange {
  readonly from: number
  readonly to: number
}

export const durationStrategies = [
  'fixed_start',
  'fixed_end',
  'fixed_start_end',
  'start_plus_duration',
] as const
export type DurationStrategy = (typeof durationStrategies)[number]

/** Names that other platforms have for the same. */
export const otherStrategyNames: Readonly<Record<string, DurationStrategy>> = {
  fixed_start_and_end_date: 'fixed_start_end',
}

export type PricedOutcome =
  | {
      readonly outcome: 'priced'
      readonly premium: Premium
      readonly trace?: readonly TraceEntry[]
    }
  | Exclude<Calculation, { outcome: 'priced' }>
