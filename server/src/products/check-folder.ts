import { createHash } from 'node:crypto'
import type { Problem } from '../kernel/index.ts'
import { type Dataset, type ItemPortions, portionsOf, translatedIn } from '../datasets/index.ts'
import type { Account } from '../identity/index.ts'
import type { CompiledPricing } from '../pricing/index.ts'
import { orderProblems } from './folder/index.ts'
import type { ProductDefinition, ProductFiles } from './product-definition.ts'
import {
  type CheckOptions,
  type CheckedProduct,
  type FolderMistakes,
  type ValidateDeps,
  validateProduct,
} from './validate-product.ts'

/** What there is to keep of a folder in which nothing is wrong. */
export interface CheckedFolder {
  readonly definition: ProductDefinition
  /** How each item is priced, by its key. */
  readonly prices: ReadonlyMap<string, Pick<CompiledPricing, 'kind' | 'contentHash'>>
  readonly warnings: readonly Problem[]
  /** The recorded cases with other outcomes; none unless they may fail. */
  readonly failedCases: readonly Problem[]
  readonly datasets: readonly FolderDataset[]
  readonly distributors: ReadonlyMap<string, Account>
  readonly hashes: FolderHashes
}

export interface FolderDataset extends ItemPortions {
  readonly definition: Omit<Dataset, 'id'>
}

export interface FolderHashes {
  /** SHA-256 of each file, by its path. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Of all of them with their paths, in hex. */
  readonly whole: string
}

/**
 * Checks a folder, and uses what was found where nothing is wrong. Whoever answers requests has it
 * done on another thread, where a folder can be as hostile as it likes.
 */
export type CheckFolder = <Result>(
  insurer: Account,
  files: ProductFiles,
  use: (checked: CheckedFolder) => Promise<Result>,
  options?: CheckOptions,
) => Promise<Result | FolderMistakes>

/** Checks folders on the very thread that asks: for those of the operator's own. */
export function checkHere(deps: ValidateDeps): CheckFolder {
  return async (insurer, files, use, options) => {
    const checked = await validateProduct(deps, insurer, files, options)
    if (!checked.ok) return checked
    return use({
      ...factsOf(checked, files),
      datasets: checked.datasets.map(({ definition, items }) => ({
        definition,
        translatedFields: translatedIn(items),
        portions: async function* () {
          yield* portionsOf(items)
        },
      })),
    })
  }
}

export function factsOf(
  { product, compiled, failedCases, distributors }: CheckedProduct,
  files: ProductFiles,
): Omit<CheckedFolder, 'datasets'> {
  const prices = [...compiled.items].map(([key, { pricing }]) => {
    const { kind, contentHash } = pricing
    return [key, { kind, contentHash }] as const
  })
  return {
    definition: product.definition,
    prices: new Map(prices),
    warnings: orderProblems(compiled.warnings),
    failedCases: orderProblems(failedCases),
    distributors,
    hashes: hashFiles(files),
  }
}

function hashFiles(files: ProductFiles): FolderHashes {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  const whole = createHash('sha256')
  const hashes = sorted.map(([path, content]) => {
    const hash = createHash('sha256').update(content).digest()
    whole.update(path).update('\0').update(hash)
    return [path, hash] as const
  })
  return { files: new Map(hashes), whole: whole.digest('hex') }
}
