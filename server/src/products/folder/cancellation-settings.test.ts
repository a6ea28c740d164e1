import { describe, expect, it } from 'vitest'
import { exampleFolder } from '../../../test/builders/folder.ts'
import { describeProblem } from '../../kernel/index.ts'
import { isLetterOf } from '../cancellation-terms.ts'
import type { ProductFiles } from '../product-definition.ts'
import { compileProduct } from './compile-product.ts'
import { parseProductFiles } from './parse-product-files.ts'

/** The bike with a `cancellation` of its own. */
async function folderWith(cancellation: string, more = '') {
  return exampleFolder('bike', {
    'product.yaml': (text) =>
      text
        .replace(/\ncancellation:[\s\S]*?(?=\n\n)/, `\ncancellation:\n${cancellation}`)
        .concat(more),
  })
}

async function readWith(cancellation: string) {
  const read = parseProductFiles(await folderWith(cancellation))
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.product.definition.cancellation
}

async function problemsWith(cancellation: string, more = ''): Promise<string[]> {
  return problemsOf(await folderWith(cancellation, more))
}

async function problemsOf(files: ProductFiles): Promise<string[]> {
  const read = parseProductFiles(files)
  if (!read.ok) return read.problems.map((one) => describeProblem(one).replace(/line \d+, /, ''))
  const compiled = await compileProduct(read.product, files, { dataset: () => undefined })
  return compiled.ok ? [] : compiled.problems.map(describeProblem)
}

describe('the kinds of cancellation in product.yaml', () => {
  it('are complete: a reason takes from its kind what it leaves out, a kind from the product', async () => {
    const cancellation = await readWith(`  refund: none
  kinds:
    customer:
      notice: { period: P3M, to: end_of_term }
      reasons:
        - { code: ordinary, label: Ordentlich }
        - { code: sold, label: { de: Verkauf, fr: Vente }, refund: pro_rata, notice: none, within: P1M }
    agreement:
`)
    const threeMonths = [{ period: 'P3M', to: 'end_of_term', after: null }]
    expect(cancellation).toEqual({
      refund: 'none',
      shortRates: [],
      kinds: {
        customer: {
          refund: 'none',
          notice: threeMonths,
          document: null,
          reasons: [
            {
              code: 'ordinary',
              labels: { de: 'Ordentlich' },
              refund: 'none',
              notice: threeMonths,
              document: null,
              within: null,
            },
            {
              code: 'sold',
              labels: { de: 'Verkauf', fr: 'Vente' },
              refund: 'pro_rata',
              notice: [],
              document: null,
              within: 'P1M',
            },
          ],
        },
        agreement: { refund: 'none', notice: [], document: null, reasons: [] },
      },
    })
  })

  it('are left out where the folder has none', async () => {
    expect(await readWith('  refund: none')).toEqual({ refund: 'none', shortRates: [] })
  })

  const kind = (terms: string) => `  kinds:\n    customer:\n${terms}`
  it.each([
    ['  kinds: {}', 'cancellation.kinds: There is no kind of cancellation.'],
    [
      '  kinds: { costumer: {} }',
      'cancellation.kinds.costumer: "costumer" is not a key that belongs here. Did you mean customer?',
    ],
    [kind('      refund: some'), 'cancellation.kinds.customer.refund: "some" is not one of'],
    [
      kind('      notice: P3M'),
      'cancellation.kinds.customer.notice: notice is not a rule for the notice. Write { period: P3M, to: end_of_term }',
    ],
    [
      kind('      notice: { period: P3M }'),
      'cancellation.kinds.customer.notice.to: to is missing.',
    ],
    [
      kind('      notice: { period: three months, to: any_day }'),
      '"three months" is not a duration of whole days, months or years. Write an ISO 8601 duration such as P3M or P14D.',
    ],
    [kind('      notice: { period: PT3H, to: any_day }'), '"PT3H" is not a duration of whole days'],
    [
      kind('      notice: { period: P4Y, to: any_day }'),
      'P4Y is longer than 3 years. Write P3Y or less.',
    ],
    [kind('      notice: []'), 'cancellation.kinds.customer.notice'],
    [
      kind('      reasons: [{ code: sold }]'),
      'cancellation.kinds.customer.reasons[0].label: label is missing.',
    ],
    [
      kind('      reasons: [{ code: Sold, label: Verkauf }]'),
      'cancellation.kinds.customer.reasons[0].code: "Sold" is not allowed here.',
    ],
    [kind('      reasons: [{ code: a, label: A }, { code: a, label: A }]'), '"a" is used twice.'],
    [
      kind('      reasons: [{ code: a, label: { en: A } }]'),
      'cancellation.kinds.customer.reasons[0].label',
    ],
    [
      kind('      reasons: [{ code: a, label: A, within: 1 month }]'),
      '"1 month" is not a duration',
    ],
    [
      kind('      refund: short_rate'),
      'Short rates apply to single payments only, but plan "monthly" is recurring.',
    ],
  ])('%s is refused', async (cancellation, problem) => {
    expect((await problemsWith(cancellation)).join('\n')).toContain(problem)
  })

  it.each([
    ['cancelation', 'Did you mean cancellation?'],
    ['goodbye', 'List it in documents/documents.yaml, with: [cancellation].'],
    ['policy', 'List it in documents/documents.yaml, with: [cancellation].'],
  ])('name a document %s that no cancellation is sent with', async (designation, fix) => {
    const letter = kind(`      document: ${designation}`)
    const files = new Map(await folderWith(letter))
    const documents = 'documents:\n  - designation: cancellation\n  - designation: policy\n'
    files.set('documents/documents.yaml', Buffer.from(documents))
    for (const name of ['cancellation', 'policy']) {
      files.set(`documents/${name}.de.typ`, Buffer.from('Hello'))
    }
    expect(await problemsOf(files)).toEqual([
      `product.yaml, cancellation.kinds.customer.document: No document "${designation}" is sent with a cancellation. ${fix}`,
    ])
    // Who writes all letters elsewhere has no documents at all.
    expect(await problemsWith(letter)).toEqual([])
  })

  it('are warned of where a label is missing in a language', async () => {
    const files = await folderWith(
      kind('      reasons: [{ code: a, label: { de: A } }, { code: b, label: { de: B, fr: B } }]'),
    )
    const read = parseProductFiles(files)
    if (!read.ok) throw new Error(JSON.stringify(read.problems))
    const both = { ...read.product.definition, languages: ['de', 'fr', 'it'] }
    const product = { ...read.product, definition: both }
    const compiled = await compileProduct(product, files, { dataset: () => undefined })
    const warnings = compiled.ok ? compiled.compiled.warnings : []
    expect(warnings.map(({ place }) => place)).toContain(
      'cancellation.kinds.customer.reasons[1].label',
    )
  })

  it.each(['de', 'ch'])('refund pro rata alone by the law %s', async (law) => {
    const notAll = `  kinds:\n    insurer: { refund: none }\n    agreement: { refund: pro_rata }`
    expect(await problemsWith(notAll, `law: ${law}\n`)).toContainEqual(
      expect.stringContaining(
        `cancellation.kinds.insurer.refund: By the law "${law}" the premium of the days after a cancellation is refunded, not none.`,
      ),
    )
  })
})

describe('the letter of a kind', () => {
  it('is sent in place of the shared one, and to nobody else', async () => {
    const settings = await readWith(`  kinds:
    customer: { reasons: [{ code: sold, label: Verkauf, document: letter }] }
    insurer: { document: declaration }
`)
    const sent = (kind: 'customer' | 'insurer' | null, reasonCode: string | null = null) =>
      ['cancellation', 'letter', 'declaration', 'leaflet'].filter((designation) =>
        isLetterOf(settings, designation, kind && { kind, reasonCode }),
      )
    expect(sent(null)).toEqual(['cancellation', 'leaflet'])
    expect(sent('customer')).toEqual(['cancellation', 'leaflet'])
    expect(sent('customer', 'sold')).toEqual(['letter', 'leaflet'])
    expect(sent('insurer')).toEqual(['declaration', 'leaflet'])
  })
})
