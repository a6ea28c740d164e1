import type { Problem } from '../kernel/index.ts'
import { compileFormulaPricing } from './formula/compile-formula-pricing.ts'
import { fileBytesMax } from './formula/limits.ts'
import { readYaml } from './formula/read-formula-file.ts'
import { member } from './formula/yaml-reader.ts'
import { type HttpPricingConnection, compileHttpPricing } from './http/index.ts'
import type { CompilePricingResult, PricingFiles } from './pricing-types.ts'

export interface CompileYamlOptions {
  /** The folder of the pricing file, with its slash; empty for the product itself. */
  readonly prefix?: string
  /** The way to raters outside; without one, no product may ask any. */
  readonly raters?: HttpPricingConnection
  /** True for a revision that passed its gates when it was pushed. */
  readonly isAccepted?: boolean
}

/** Compiles a pricing.yaml, of whichever kind it is; at once, since it reads nothing but text. */
export function compileYamlPricing(
  files: PricingFiles,
  options: CompileYamlOptions = {},
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
  return compileYaml({ files, prefix, file, bytes }, options)
}

interface PricingFile {
  readonly files: PricingFiles
  readonly prefix: string
  readonly file: string
  readonly bytes: Uint8Array
}

function compileYaml(source: PricingFile, options: CompileYamlOptions): CompilePricingResult {
  const { file, bytes } = source
  const { raters: connection, isAccepted = false } = options
  const text = decode(bytes)
  if (text === null) return refuse(file, '', 'The file is not UTF-8 text.', 'Save it as UTF-8.')
  const problems: Problem[] = []
  const document = readYaml(text, file, problems)
  if (document === null) return { ok: false, problems }
  const kind = member(document, 'kind')
  switch (kind) {
    case 'formula':
      return compileFormulaPricing({ ...source, document, isAccepted })
    case 'http':
      if (connection !== undefined) {
        return compileHttpPricing({ ...source, document, connection, isAccepted })
      }
      return refuse(
        file,
        'kind',
        'External raters are not available here.',
        'Write a pricing.yaml of kind formula.',
      )
    case 'workbook':
      return refuse(
        file,
        'kind',
        'A workbook cannot be written in pricing.yaml.',
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

function refuse(file: string, place: string, message: string, fix: string): CompilePricingResult {
  return { ok: false, problems: [{ file, place, message, fix }] }
}
