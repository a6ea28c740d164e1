import { type CompileYamlOptions, compileYamlPricing } from './compile-yaml-pricing.ts'
import type { CompilePricingResult, PricingFiles } from './pricing-types.ts'
import { compileWorkbookPricing } from './workbook/compile-workbook-pricing.ts'

/**
 * Compiles the pricing logic of a product folder, of whichever kind it is. The prefix names the
 * folder of a sub product, `items/ebike/`; without a pricing file of its own, the product's counts.
 */
export async function compilePricing(
  files: PricingFiles,
  options: CompileYamlOptions = {},
): Promise<CompilePricingResult> {
  const prefixes = [options.prefix ?? '', '']
  const prefix = prefixes.find((folder) => hasPricing(files, folder)) ?? ''
  const file = `${prefix}pricing.xlsx`
  const bytes = files.get(file)
  if (bytes === undefined) return compileYamlPricing(files, { ...options, prefix })
  if (files.has(`${prefix}pricing.yaml`)) {
    return refuse(
      `${prefix}pricing.yaml`,
      'The folder has both pricing.yaml and pricing.xlsx.',
      'Delete one.',
    )
  }
  return compileWorkbookPricing({ file, bytes, isAccepted: options.isAccepted ?? false })
}

function hasPricing(files: PricingFiles, prefix: string): boolean {
  return files.has(`${prefix}pricing.yaml`) || files.has(`${prefix}pricing.xlsx`)
}

function refuse(file: string, message: string, fix: string): CompilePricingResult {
  return { ok: false, problems: [{ file, place: '', message, fix }] }
}
