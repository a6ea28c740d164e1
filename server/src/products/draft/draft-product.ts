import { stringify } from 'yaml'
import type { Problem } from '../../kernel/index.ts'
import { type WorkbookProposal, proposeFromWorkbook } from '../../pricing/index.ts'
import { compileProduct, parseProductFiles } from '../folder/index.ts'
import type { ProductFiles } from '../product-definition.ts'
import type { ProductNames } from './product-names.ts'
import { type DraftedCase, recordCases } from './record-cases.ts'
import { writeProductYaml } from './write-product-yaml.ts'
import { writeCheckoutYaml, writeFieldsJson, writeQuoteJson } from './write-rule-files.ts'

export type DraftedProduct =
  | {
      readonly ok: true
      readonly files: ProductFiles
      readonly proposal: WorkbookProposal
      /** What was not taken from the workbook, each with its mend. */
      readonly told: readonly Problem[]
    }
  | { readonly ok: false; readonly problems: readonly Problem[] }

const workbookFile = 'pricing.xlsx'

/** Makes a whole product folder from a workbook: rules, test cases, and a starter of all else. */
export async function draftProduct(
  workbook: Uint8Array,
  names: ProductNames,
  today: Temporal.PlainDate,
): Promise<DraftedProduct> {
  const proposed = proposeFromWorkbook(workbook, workbookFile)
  if (!proposed.ok) return proposed
  const { proposal } = proposed
  const files = new Map<string, Uint8Array>()
  const write = (path: string, text: string) => files.set(path, new TextEncoder().encode(text))
  write('product.yaml', writeProductYaml(names, proposal))
  write('quote.json', writeQuoteJson(proposal))
  write('fields.json', writeFieldsJson())
  files.set(workbookFile, workbook)
  const checkout = writeCheckoutYaml(proposal)
  if (checkout !== null) write('checkout.yaml', checkout)
  const parsed = parseProductFiles(files)
  if (!parsed.ok) return { ok: false, problems: parsed.problems }
  const result = await compileProduct(parsed.product, files, { dataset: () => undefined })
  if (!result.ok) return { ok: false, problems: result.problems }
  const cases = await recordCases(parsed.product, result.compiled, proposal, today)
  if (cases.saved !== null) write('tests/as-saved.yaml', savedHeader + writeCases([cases.saved]))
  if (cases.corners.length > 0) {
    write('tests/corners.yaml', cornersHeader + writeCases(cases.corners))
  }
  return { ok: true, files, proposal, told: [...proposal.told, ...cases.told] }
}

const savedHeader = `# What the spreadsheet program saved in pricing.xlsx, answers and prices. Amounts are cents.
`

const cornersHeader = `# Recorded by Bindery when this product was made from pricing.xlsx: answers at the edges of what the
# rules allow, and what the workbook came to. Nobody has said yet that this is right: look through
# them, correct what is wrong, and take the word "recorded" away from what you have looked at.
`

function writeCases(cases: readonly DraftedCase[]): string {
  return stringify(cases, { lineWidth: 100 })
}
