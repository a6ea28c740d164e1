import { stringify } from 'yaml'
import { type Problem, minorDigits } from '../../kernel/index.ts'
import {
  type LayoutWish,
  type ProposeResult,
  type ProposedLayout,
  type WorkbookProposal,
  proposeFromWorkbook,
} from '../../pricing/index.ts'
import { parseProductFiles, runProductTests } from '../folder/index.ts'
import type { ProductFiles } from '../product-definition.ts'
import type { CheckedProduct, FolderMistakes } from '../validate-product.ts'
import type { ProductNames } from './product-names.ts'
import { type DraftedCase, recordCases } from './record-cases.ts'
import { decideSale } from './sale/decide-sale.ts'
import type { Sale, SaleQuestion, SaleWish } from './sale/sale.ts'
import { starterDocuments } from './starter-documents.ts'
import { starterMailSettings, starterMails } from './starter-mails.ts'
import { writeProductYaml } from './write-product-yaml.ts'
import { writeCheckoutYaml, writeFieldsJson, writeQuoteJson } from './write-rule-files.ts'

export type DraftedProduct =
  | {
      readonly ok: true
      readonly files: ProductFiles
      readonly proposal: WorkbookProposal
      /** The parts of the workbook that were not used, each with its fix. */
      readonly untaken: readonly Problem[]
      /** The warnings that a push would give. */
      readonly warnings: readonly Problem[]
      /** The questions that a sale needs answered, and their answers. */
      readonly questions: readonly SaleQuestion[]
    }
  | {
      readonly ok: false
      readonly problems: readonly Problem[]
      /** The cells that look like inputs and outputs, if the workbook does not name them. */
      readonly layout: ProposedLayout | null
      /** The questions that a sale needs answered; none if the prices themselves are in doubt. */
      readonly questions: readonly SaleQuestion[]
    }

/** The options beside a workbook: its cells, and how the product is sold. */
export interface WorkbookWish extends Omit<LayoutWish, 'minorUnits'> {
  readonly sale: SaleWish
}

const workbookFile = 'pricing.xlsx'

/** Makes a whole product folder from a workbook: rules, test cases, and a starter of all else. */
export async function draftProduct(
  workbook: Uint8Array,
  names: ProductNames,
  wish: WorkbookWish,
  today: Temporal.PlainDate,
  /** The checks of a push. */
  check: (files: ProductFiles) => Promise<CheckedProduct | FolderMistakes>,
): Promise<DraftedProduct> {
  const proposed = proposeFromWorkbook(workbook, workbookFile, {
    ...wish,
    minorUnits: minorUnitsOf(names.currency),
  })
  if (!proposed.ok) return { ...proposed, questions: [] }
  const { layout } = proposed.proposal
  const premium = premiumLabel(layout, wish.outputs)
  const {
    sale,
    questions,
    problems: open,
  } = decideSale(proposed.proposal, premium, wish.sale, today)
  const refused = (problems: readonly Problem[]) =>
    ({ ok: false, problems, layout, questions }) as const
  if (sale === null) return refused(open)
  const proposal = { ...sold(proposed, sale), fields: sale.fields }
  const files = new Map<string, Uint8Array>()
  const write = (path: string, text: string) => files.set(path, new TextEncoder().encode(text))
  const settings = writeProductYaml(names, proposal, sale)
  write('product.yaml', settings)
  write('quote.json', writeQuoteJson(proposal))
  write('fields.json', writeFieldsJson())
  files.set(workbookFile, proposal.workbook)
  write('checkout.yaml', writeCheckoutYaml(names, proposal, sale))
  const checked = await check(files)
  if (!checked.ok) return refused(checked.problems)
  const { product, compiled } = checked
  const language = names.languages[0] ?? 'en'
  for (const [path, text] of await starterDocuments(language, proposal)) write(path, text)
  for (const [path, text] of await starterMails(language)) write(path, text)
  write('product.yaml', `${settings}\n${await starterMailSettings()}`)
  const cases = await recordCases(product, compiled, proposal, today)
  if (cases.saved !== null) write('tests/as-saved.yaml', savedHeader + writeCases([cases.saved]))
  if (cases.corners.length > 0) {
    write('tests/corners.yaml', cornersHeader + writeCases(cases.corners))
  }
  const problems = await failingCases(files, compiled, today)
  if (problems.length > 0) return refused(problems)
  const untaken = [...proposal.notices, ...cases.notices]
  return { ok: true, files, proposal, untaken, warnings: compiled.warnings, questions }
}

/** A workbook that has everything that a sale needs is used byte for byte. */
function sold(
  { proposal, withSale }: ProposeResult & { readonly ok: true },
  { cells }: Sale,
): WorkbookProposal {
  const isWhole = cells.outputs.length + cells.inputs.length === 0 && cells.amountsShared === null
  return isWhole ? proposal : withSale(cells)
}

/** The label of the premium's cell. */
function premiumLabel(
  layout: ProposedLayout | null,
  outputs: LayoutWish['outputs'],
): string | null {
  const names = ['gross_premium', 'gross_payment_amount', 'net_premium']
  for (const name of names) {
    const wished = outputs?.[name]?.replaceAll(/[$']/g, '')
    const found = layout?.outputs.find((one) =>
      outputs === null ? one.isProposed && one.name === name : one.place === wished,
    )
    if (found !== undefined) return found.label
  }
  return null
}

/** Reads the written test cases once more and runs them on the prices, which are already compiled. */
async function failingCases(
  files: ProductFiles,
  compiled: CheckedProduct['compiled'],
  today: Temporal.PlainDate,
): Promise<readonly Problem[]> {
  const parsed = parseProductFiles(files)
  if (!parsed.ok) return parsed.problems
  const reports = await runProductTests(parsed.product, compiled, today)
  return reports.flatMap((report) => (report.ok ? [] : [report.problem]))
}

/** 100 for the euro, 1 for the yen; an unknown currency is reported with the other problems. */
function minorUnitsOf(currency: string): number {
  return 10 ** minorDigits(currency)
}

const savedHeader = `# What the spreadsheet program saved in pricing.xlsx, answers and prices. Amounts are cents.
`

const cornersHeader = `# Recorded by Bindery when this product was made from pricing.xlsx: answers at the edges of what the
# rules allow, and what the workbook came to. Nobody has confirmed them yet: look through
# them, correct what is wrong, and take the word "recorded" away from what you have looked at.
`

function writeCases(cases: readonly DraftedCase[]): string {
  return stringify(cases, { lineWidth: 100 })
}
