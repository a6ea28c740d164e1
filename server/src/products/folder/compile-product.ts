import { type DatasetId, describeProblem, type Problem } from '../../kernel/index.ts'
import {
  type CompilePricingResult,
  type CompiledPricing,
  type Raters,
  compilePricing,
} from '../../pricing/index.ts'
import { type Checker, compileRules, type FieldRule, type KnownDataset } from '../../rules/index.ts'
import type {
  ItemDefinition,
  ParsedProduct,
  ProductFiles,
  QuoteRules,
} from '../product-definition.ts'
import { checkPricingVariables } from './check-pricing-variables.ts'
import { checkPublicOutputs, warnOfLanguages } from './check-public-outputs.ts'
import { warnOfAmounts } from './warn-of-amounts.ts'
import { warnOfDebits } from './warn-of-debits.ts'
import { warnOfFees } from './warn-of-fees.ts'
import { warnOfLetters } from './warn-of-letters.ts'
import { checkAdjustment } from './check-adjustment.ts'
import { checkRenewal } from './check-renewal.ts'
import { checkCancellation } from './check-cancellation.ts'
import { checkWithdrawal, warnOfNoReceipt, warnOfNoWithdrawal } from './check-withdrawal.ts'
import { customerFields, demandCustomer } from './customer-fields.ts'
import { itemFile, pricingFileNames } from './items.ts'
import { refuseUnknownPatches } from './patch-names.ts'
import { checkPersonalData } from './personal-data.ts'
import { allSound, type Soundness, soundRules } from './soundness.ts'

export interface CompileProductOptions {
  /** What is known of a dataset by its key, or undefined if there is none. */
  dataset(key: string): KnownDataset | undefined
  /** The way to raters outside; without one, no product may ask any. */
  readonly raters?: Raters
  /** True for a version that passed its gates when it was pushed. */
  readonly isAccepted?: boolean
  /** Compiles the prices of a prefix elsewhere; without it, they are compiled here. */
  readonly compilePrices?: (prefix: string) => Promise<CompilePricingResult>
  /** What of the folder was read without a complaint: everything, where it is left out. */
  readonly sound?: Soundness
}

export interface CompiledItem {
  readonly quoteChecker: Checker
  readonly policyChecker: Checker
  /** What the lists of what a change may replace say of the whole document after it. */
  readonly quotePatchChecker: Checker
  readonly policyPatchChecker: Checker
  readonly pricingVariablesChecker: Checker
  /** One object for all items that are priced by the same files. */
  readonly pricing: CompiledPricing
}

export interface CompiledProduct {
  readonly items: ReadonlyMap<string, CompiledItem>
  /** The ids of the folder's own datasets, by key. */
  readonly datasetIds: ReadonlyMap<string, DatasetId>
  readonly warnings: readonly Problem[]
  /** What it was compiled from; cases and demos read the datasets in it. */
  readonly files: ProductFiles
}

export type CompileProductResult =
  | { readonly ok: true; readonly compiled: CompiledProduct }
  | {
      readonly ok: false
      readonly problems: readonly Problem[]
      /** The items that compile all the same, and what to mind about them. */
      readonly partly: CompiledProduct
      /** Integrations whose pricing variables are not right, by key. */
      readonly refusedIntegrations: ReadonlySet<string>
    }

/** Rules and prices of every item, compiled once; or everything that does not compile. */
export async function compileProduct(
  product: ParsedProduct,
  files: ProductFiles,
  options: CompileProductOptions,
): Promise<CompileProductResult> {
  const folderWorkers = new FolderWorkers(product, files, options)
  const items = new Map<string, CompiledItem>()
  for (const item of product.definition.items) {
    const compiled = await folderWorkers.compileItem(item)
    if (compiled !== null) items.set(item.key, compiled)
  }
  const variables = checkPricingVariables(
    product.definition,
    folderWorkers.variableCheckers,
    folderWorkers.sound,
  )
  const isNew = options.isAccepted !== true
  const problems = [
    ...folderWorkers.problems,
    ...variables.problems,
    ...(isNew ? checkPublicOutputs(product.definition, items) : []),
    ...(isNew ? checkAdjustment(product.definition, folderWorkers.sound, quoteFileIn(files)) : []),
    ...(isNew ? checkRenewal(product.definition, folderWorkers.sound, quoteFileIn(files)) : []),
    ...(isNew
      ? checkWithdrawal(product.definition, folderWorkers.sound, questionFilesIn(files))
      : []),
    ...(isNew ? checkCancellation(product.definition, folderWorkers.sound) : []),
    ...(isNew
      ? checkPersonalData(product.definition, folderWorkers.sound, questionFilesIn(files))
      : []),
  ]
  const warnings = [
    ...folderWorkers.warnings,
    ...variables.warnings,
    ...warnOfLanguages(product.definition),
    ...warnOfLetters(product.definition),
    ...warnOfDebits(product.definition),
    ...warnOfFees(product.definition),
    ...warnOfNoWithdrawal(product.definition),
    ...warnOfNoReceipt(product.definition),
    ...warnOfAmounts(product.definition, items),
  ]
  const compiled = { items, datasetIds: datasetIds(product, options), warnings, files }
  if (problems.length === 0) return { ok: true, compiled }
  return {
    ok: false,
    problems,
    partly: compiled,
    refusedIntegrations: variables.refusedIntegrations,
  }
}

function quoteFileIn(files: ProductFiles): (item: string) => string {
  return (item) => itemFile(files, item, 'quote.json')
}

function questionFilesIn(files: ProductFiles): (item: string) => readonly string[] {
  return (item) => [itemFile(files, item, 'quote.json'), itemFile(files, item, 'fields.json')]
}

interface RuleList {
  readonly file: string
  readonly fields: readonly FieldRule[]
}

/** Fields that rules may name although they are listed elsewhere. */
interface NamedFields {
  readonly quote?: RuleList
  readonly beside?: RuleList
}

/** Compiles each file once, however many items share it, so no problem is reported twice. */
class FolderWorkers {
  readonly problems: Problem[] = []
  readonly warnings: Problem[] = []
  readonly variableCheckers = new Set<Checker>()
  readonly sound: Soundness
  readonly #checkers = new Map<string, Checker | null>()
  readonly #pricings = new Map<string, Promise<CompiledPricing | null>>()
  readonly #timeZone: string
  readonly #files: ProductFiles
  readonly #options: CompileProductOptions

  constructor(product: ParsedProduct, files: ProductFiles, options: CompileProductOptions) {
    this.sound = options.sound ?? allSound
    this.#timeZone = this.sound.setting('time_zone') ? product.definition.timeZone : 'UTC'
    this.#files = files
    this.#options = options
  }

  async compileItem(item: ItemDefinition): Promise<CompiledItem | null> {
    const quoteFile = itemFile(this.#files, item.key, 'quote.json')
    const fieldsFile = itemFile(this.#files, item.key, 'fields.json')
    const rules = (list: keyof QuoteRules) =>
      soundRules(item.quoteRules[list], quoteFile, list, this.sound)
    const quote = rules('quote')
    const policy = customerFields(
      soundRules(
        item.fieldDefinition.definition.policy,
        fieldsFile,
        'definition/policy',
        this.sound,
      ),
    )
    const answers = { file: quoteFile, fields: quote }
    const quoteChecker = this.#checker('quote', quote, quoteFile)
    const variables = this.#checker('pricing_variables', rules('pricing_variables'), quoteFile)
    if (variables !== null) this.variableCheckers.add(variables)
    const quotePatchChecker = this.#patchChecker('quote_patch', rules('quote_patch'), quoteFile, {
      beside: answers,
    })
    const policyChecker = this.#checker('policy', policy, fieldsFile, { quote: answers })
    const policyPatchChecker = this.#patchChecker(
      'policy_patch',
      demandCustomer(rules('policy_patch')),
      quoteFile,
      { beside: { file: fieldsFile, fields: policy }, quote: answers },
    )
    const pricing = await this.#pricing(item.pricingPrefix)
    if (quoteChecker === null || policyChecker === null) return null
    if (quotePatchChecker === null || policyPatchChecker === null) return null
    if (variables === null || pricing === null) return null
    return {
      quoteChecker,
      policyChecker,
      quotePatchChecker,
      policyPatchChecker,
      pricingVariablesChecker: variables,
      pricing,
    }
  }

  /** Only what is asked at the sale can be replaced later. */
  #patchChecker(
    list: 'quote_patch' | 'policy_patch',
    fields: readonly FieldRule[],
    file: string,
    named: NamedFields & { readonly beside: RuleList },
  ): Checker | null {
    const { beside } = named
    const isKnown = this.sound.file(file) && this.sound.file(beside.file)
    // Versions that were pushed before this was asked are sold as they are.
    if (isKnown && this.#options.isAccepted !== true) {
      this.#report(refuseUnknownPatches(list, fields, file, beside))
    }
    return this.#checker(list, fields, file, named)
  }

  /**
   * Items may share the fields of a policy and yet be quoted with answers of their own. Null where
   * anything that the rules speak of is not known, for what would such a checker say?
   */
  #checker(
    list: string,
    fields: readonly FieldRule[],
    file: string,
    { quote, beside }: NamedFields = {},
  ): Checker | null {
    const files = [file, quote?.file, beside?.file].filter((one) => one !== undefined)
    return this.#checkers.getOrInsertComputed(`${list} ${files.join(' ')}`, () => {
      let isKnown = files.every((one) => this.sound.file(one))
      const isPartial = !isKnown
      const dataset = (key: string) => {
        const found = this.#options.dataset(key)
        if (found?.fields === null) isKnown = false
        return found
      }
      const timeZone = this.#timeZone
      const result = compileRules(fields, {
        file,
        timeZone,
        dataset,
        isPartial,
        ...(quote && { quote }),
        ...(beside && { beside: beside.fields }),
      })
      if (result.ok) return isKnown ? result.checker : null
      this.#report(result.problems)
      return null
    })
  }

  #report(problems: readonly Problem[]): void {
    const known = new Set(this.problems.map(describeProblem))
    this.problems.push(...problems.filter((one) => !known.has(describeProblem(one))))
  }

  async #pricing(prefix: string): Promise<CompiledPricing | null> {
    return this.#pricings.getOrInsertComputed(prefix, async () => {
      const { compilePrices } = this.#options
      // Missing prices are reported already.
      if (!pricingFileNames.some((name) => this.#files.has(`${prefix}${name}`))) return null
      const result =
        compilePrices === undefined
          ? await compilePricing(this.#files, { ...this.#options, prefix })
          : await compilePrices(prefix)
      if (result.ok) this.warnings.push(...result.pricing.warnings)
      else this.problems.push(...result.problems)
      return result.ok ? result.pricing : null
    })
  }
}

function datasetIds(
  product: ParsedProduct,
  options: CompileProductOptions,
): Map<string, DatasetId> {
  const ids = new Map<string, DatasetId>()
  for (const { key } of product.definition.datasets) {
    const dataset = options.dataset(key)
    if (dataset !== undefined) ids.set(key, dataset.id)
  }
  return ids
}
