import type { Problem } from '../kernel/index.ts'
import { compileFormulaPricing } from './formula/compile-formula-pricing.ts'
import { fileBytesMax } from './formula/limits.ts'
import { readYaml } from './formula/read-formula-file.ts'
import { member } from './formula/yaml-reader.ts'
import type { CompilePricingResult, PricingFiles } from './pricing-types.ts'

/** Compiles a pricing.yaml, of whichever kind it is; at once, since it reads nothing but text. */
export function compileYamlPricing(
  files: PricingFiles,
  options: { readonly prefix?: string } = {},
): CompilePricingResult {
  const { prefix = '' } = options
  const file = `${prefix}pricing.yaml`
  const bytes = files.get(file)
  if (bytes === undefined) {
    return refuse(
      file,
      '',
      'There is no pricing file.',
      'Add a pricing.xlsx, or a pricing.yaml of kind formula.',
    )
  }
  if (bytes.length > fileBytesMax) {
    return refuse(
      file,
      '',
      `The file is larger than ${fileBytesMax} bytes.`,
      'Move data to tables.',
    )
  }
  return compileYaml(files, prefix, file, bytes)
}

function compileYaml(
  files: PricingFiles,
  prefix: string,
  file: string,
  bytes: Uint8Array,
): CompilePricingResult {
  const text = decode(bytes)
  if (text === null) return refuse(file, '', 'The file is not UTF-8 text.', 'Save it as UTF-8.')
  const problems: Problem[] = []
  const document = readYaml(text, file, problems)
  if (document === null) return { ok: false, problems }
  const kind = member(document, 'kind')
  switch (kind) {
    case 'formula':
      return compileFormulaPricing({ files, prefix, file, bytes, document })
    case 'http':
      return refuse(
        file,
        'kind',
        'This version does not ask outside raters for prices.',
        'Write a pricing.yaml of kind formula.',
      )
    case 'workbook':
      return refuse(
        file,
        'kind',
        'A workbook is not written as text.',
        'Put it beside product.yaml as pricing.xlsx and delete this file.',
      )
    case undefined:
    case '':
      return refuse(file, 'kind', 'The kind is missing.', 'Begin the file with kind: formula.')
    default:
      return refuse(
        file,
        'kind',
        typeof kind === 'string' ? `There is no kind ${kind}.` : 'The kind must be a word.',
        'Write kind: formula.',
      )
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null // Bytes that are no UTF-8 at all.
  }
}

function refuse(file: string, place: string, message: string, mend: string): CompilePricingResult {
  return { ok: false, problems: [{ file, place, message, mend }] }
}
