import { describe, expect, it } from 'vitest'
import { describeProblem } from '../../kernel/index.ts'
import { compareDefinitions } from '../compare/index.ts'
import { givenFolder, smallestProductYaml } from './given-folder.ts'
import { parseProductFiles } from './parse-product-files.ts'

const documents = {
  'documents/documents.yaml': `documents:
  - { designation: notice, with: [notice], name: { en: Notice } }
  - { designation: terms, with: [policy], name: { en: Terms } }
`,
  'documents/notice.en.typ': 'Notice',
  'documents/terms.en.typ': 'Terms',
  'mails/dunning.notice_sent.en.md': 'Subject: Notice\n\nPlease pay.\n',
}
const send = (entry: string) => `mails: { send: { dunning.notice_sent: ${entry} } }`

function read(proof: string | null, mails = send('{ attach: [notice] }'), files = {}) {
  const asked = proof === null ? '' : `, proof: ${proof}`
  const dunning = `dunning: { notice: { after_days: 9, grace_days: 14 }${asked} }`
  const yaml = `${smallestProductYaml}${dunning}\n${mails}\n`
  return parseProductFiles(givenFolder({ ...documents, 'product.yaml': yaml, ...files }))
}

function problemsOf(...given: Parameters<typeof read>): string[] {
  const result = read(...given)
  return result.ok ? [] : result.problems.map(describeProblem)
}
function definitionOf(proof: string | null) {
  const result = read(proof)
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'))
  return result.product.definition
}

describe('what proves a notice, in product.yaml', () => {
  it.each([
    ['{ counts: [delivery_report] }', { counts: ['delivery_report'], letterAfterDays: null }],
    ['{ counts: [tracked_letter] }', { counts: ['tracked_letter'], letterAfterDays: 0 }],
    [
      '{ counts: [delivery_report, tracked_letter], letter_after_days: 5, counts_after_days: 3 }',
      { counts: ['delivery_report', 'tracked_letter'], letterAfterDays: 5, countsAfterDays: 3 },
    ],
  ])('%s', (proof, settings) => {
    expect(definitionOf(proof).dunning?.proof).toEqual({ countsAfterDays: 0, ...settings })
  })

  it('is nothing where it is left out', () => {
    expect(definitionOf(null).dunning).not.toHaveProperty('proof')
  })

  const nobody = 'No mail takes the notice'.toLowerCase()
  it.each([
    ['{}', 'dunning.proof.counts: counts is missing.'],
    ['{ counts: [] }', 'dunning.proof.counts: Without anything that counts, no notice would ever'],
    ['{ counts: [opened] }', '"opened" is not one of delivery_report, tracked_letter.'],
    ['{ counts: [tracked_letter, tracked_letter] }', '"tracked_letter" is listed twice.'],
    ['{ counts: [tracked_letter], letter_after_days: 5 }', 'but delivery_report does not count.'],
    ['{ counts: [delivery_report], letter_after_days: 5 }', 'but tracked_letter does not count.'],
    ['{ counts: [delivery_report, tracked_letter] }', 'letter_after_days is missing.'],
    ['{ counts: [tracked_letter], counts_after_days: -1 }', 'a whole number from 0 to 30, not -1.'],
    ['{ counts: [tracked_letter], day: 1 }', '"day" is not a key that belongs here.'],
  ])('%s is refused', (proof, problem) => {
    expect(problemsOf(proof)).toEqual([expect.stringContaining(problem)])
    expect(problemsOf(proof)[0]).toMatch(/^product\.yaml, line \d+, dunning\.proof/)
  })

  it.each([
    ['no mail', ''],
    ['one that is not sent', send('false')],
    ['one without the notice', send('{ attach: [terms] }')],
    ['one to somebody else', send('{ to: [{ address: a@b.example }], attach: [notice] }')],
  ])('a delivery report is refused with %s', (_what, mails) => {
    expect(problemsOf('{ counts: [delivery_report] }', mails)).toEqual([
      expect.stringContaining(nobody),
    ])
  })

  it('a delivery report is refused unless the mail has every document of the notice', () => {
    const proof = '{ counts: [delivery_report] }'
    const list = 'documents/documents.yaml'
    const withTwo = { [list]: documents[list].replace('with: [policy]', 'with: [policy, notice]') }
    expect(problemsOf(proof, undefined, withTwo)).toEqual([
      expect.stringContaining('proves a notice as a whole, and its mail leaves out: terms.'),
    ])
    expect(problemsOf(proof, send('{ attach: [notice, terms] }'), withTwo)).toEqual([])
  })

  it('a letter is refused unless it is one document', () => {
    const proof = '{ counts: [tracked_letter] }'
    const list = 'documents/documents.yaml'
    const withTwo = documents[list].replace('with: [policy]', 'with: [policy, notice]')
    expect(problemsOf(proof, undefined, { [list]: withTwo })).toEqual([
      expect.stringContaining('one document with: [notice], and there is notice, terms.'),
    ])
    const withNone = documents[list].replace('with: [notice]', 'with: [policy]')
    expect(problemsOf(proof, '', { [list]: withNone })).toEqual([
      expect.stringContaining('one document with: [notice], and there is none.'),
    ])
  })

  it('says in a comparison what counts', () => {
    const changes = compareDefinitions(
      definitionOf(null),
      definitionOf('{ counts: [tracked_letter], counts_after_days: 2 }'),
    )
    expect(JSON.stringify(changes)).toContain('its proof: tracked_letter')
  })
})
