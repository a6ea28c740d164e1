import { describeProblem } from '../../kernel/index.ts'
import type { ParsedProduct, ProductFiles } from '../product-definition.ts'
import { type CompiledProduct, compileProduct } from './compile-product.ts'
import { datasetsByKey } from './folder-datasets.ts'
import { parseProductFiles } from './parse-product-files.ts'
import type { TestReport } from './run-product-tests.ts'

/**
 * For tests: a folder parsed and compiled; its problems are thrown. The insurer also has the
 * datasets of the folders that were pushed before.
 */
export async function givenProduct(
  files: ProductFiles,
  pushedBefore: readonly ParsedProduct[] = [],
): Promise<{ product: ParsedProduct; compiled: CompiledProduct }> {
  const parsed = parseProductFiles(files)
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
  const { product } = parsed
  const lookups = [product, ...pushedBefore].map(datasetsByKey)
  const dataset = (key: string) => lookups.map((find) => find(key)).find((one) => one !== undefined)
  const result = await compileProduct(product, files, { dataset })
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'))
  return { product, compiled: result.compiled }
}

/** For tests: what compiling a folder that parses complains of. */
export async function compileProblems(files: ProductFiles): Promise<string[]> {
  const parsed = parseProductFiles(files)
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
  const { product } = parsed
  const result = await compileProduct(product, files, { dataset: datasetsByKey(product) })
  return result.ok ? [] : result.problems.map(describeProblem)
}

/** For tests: how one of the folder's own ended. */
export function describeReport(report: TestReport): string {
  if (report.ok) return `passed: ${report.name}`
  return `FAILED: ${describeProblem(report.problem)}`
}
