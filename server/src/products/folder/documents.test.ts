import { describe, expect, it } from 'vitest'
import type { Problem } from '../../kernel/index.ts'
import { readDocuments } from './documents.ts'

const product = { languages: ['en', 'de'], defaultLanguage: 'en' }
const pdf = '%PDF-1.7\n'

function read(files: Readonly<Record<string, string>>) {
  const problems: Problem[] = []
  const bytes = Object.entries(files).map(
    ([path, text]) => [`documents/${path}`, new TextEncoder().encode(text)] as const,
  )
  const documents = readDocuments(new Map(bytes), product, problems)
  const shown = problems.map(({ file, place, message }) => `${file}, ${place}: ${message}`)
  return { documents, shown }
}

const list = (...entries: readonly string[]) => `documents:\n${entries.join('\n')}\n`

describe('the documents of a product', () => {
  it('are templates and finished files, in each language or the one that stands in for it', () => {
    const { documents, shown } = read({
      'documents.yaml': list(
        '  - { designation: policy, name: { en: Policy, de: Versicherungsschein } }',
        '  - { designation: terms, name: Terms, with: [offer, policy] }',
        '  - { designation: cancellation }',
      ),
      'policy.en.typ': '',
      'policy.de.typ': '',
      'terms.en.pdf': pdf,
      'cancellation.en.typ': '',
      'parts/letter.typ': '',
      'logo.svg': '<svg/>',
    })
    expect(shown).toEqual([])
    expect(documents).toEqual([
      {
        designation: 'policy',
        with: ['policy'],
        names: { en: 'Policy', de: 'Versicherungsschein' },
        files: { en: 'documents/policy.en.typ', de: 'documents/policy.de.typ' },
      },
      {
        designation: 'terms',
        with: ['offer', 'policy'],
        names: { en: 'Terms', de: 'Terms' },
        files: { en: 'documents/terms.en.pdf', de: 'documents/terms.en.pdf' },
      },
      {
        designation: 'cancellation',
        with: ['cancellation'],
        names: { en: 'cancellation', de: 'cancellation' },
        files: { en: 'documents/cancellation.en.typ', de: 'documents/cancellation.en.typ' },
      },
    ])
  })

  it('need not be', () => {
    expect(read({})).toEqual({ documents: [], shown: [] })
    expect(read({ 'logo.svg': '<svg/>' })).toEqual({ documents: [], shown: [] })
  })

  it('are refused with all their mistakes at once', () => {
    const { shown } = read({
      'documents.yaml': list(
        '  - { designation: policy, with: [renewal], colour: red }',
        '  - { designation: policy }',
        '  - { designation: Terms, with: [offer] }',
        '  - { designation: bill }',
        '  - { designation: letter, with: [offer], name: { en: Letter, fr: Lettre } }',
      ),
      'policy.en.typ': '',
      'policy.en.pdf': pdf,
      'letter.en.pdf': 'no pdf',
      'letter.es.typ': '',
      'polcy.de.typ': '',
    })
    expect(shown).toEqual([
      'documents/documents.yaml, line 3, documents[1].designation: "policy" is used twice.',
      'documents/documents.yaml, line 2, documents[0].colour: "colour" is not a key that belongs here.',
      'documents/documents.yaml, line 2, documents[0].with[0]: "renewal" is not one of offer, policy, endorsement, adjustment, cancellation, withdrawal, reinstatement, invoice, credit_note, deferral, renewal_notice, reminder, notice, suspension, lapse, revival.',
      'documents/documents.yaml, line 2, documents[0]: There are both documents/policy.en.typ and documents/policy.en.pdf.',
      'documents/documents.yaml, line 3, documents[1]: There are both documents/policy.en.typ and documents/policy.en.pdf.',
      'documents/documents.yaml, line 4, documents[2].designation: "Terms" is not allowed here.',
      'documents/documents.yaml, line 4, documents[2]: The document is missing: there is neither documents/Terms.en.typ nor documents/Terms.en.pdf.',
      'documents/documents.yaml, line 5, documents[3].with: with is missing.',
      'documents/documents.yaml, line 5, documents[3]: The document is missing: there is neither documents/bill.en.typ nor documents/bill.en.pdf.',
      'documents/documents.yaml, line 6, documents[4].name.fr: "fr" is not a key that belongs here.',
      'documents/letter.es.typ, : "es" is not among the languages of the product.',
      'documents/polcy.de.typ, : documents/documents.yaml lists no document "polcy".',
      'documents/letter.en.pdf, : This is not a PDF.',
    ])
  })

  it('must be listed', () => {
    expect(read({ 'policy.en.typ': '' }).shown).toEqual([
      'documents/documents.yaml, : The file is missing.',
    ])
  })
})
