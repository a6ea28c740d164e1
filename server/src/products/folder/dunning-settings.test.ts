import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeProblem } from '../../kernel/index.ts'
import { compareDefinitions } from '../compare/index.ts'
import { givenFolder, smallestProductYaml } from './given-folder.ts'
import type { DocumentOccasion } from '../product-definition.ts'
import { parseProductFiles } from './parse-product-files.ts'
import { warnOfLetters } from './warn-of-letters.ts'

const read = (dunning: string) =>
  parseProductFiles(givenFolder({ 'product.yaml': `${smallestProductYaml}${dunning}` }))

function problemsOf(dunning: string): string[] {
  const result = read(dunning)
  return result.ok ? [] : result.problems.map(describeProblem)
}
function definitionOf(dunning: string) {
  const result = read(dunning)
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'))
  return result.product.definition
}

describe('dunning in product.yaml', () => {
  it('is none where it is left out', () => {
    expect(definitionOf('').dunning).toBeNull()
  })

  it('takes from the preset what it does not say', () => {
    expect(definitionOf('reinstatement_days: 31\ndunning: { preset: de }\n').dunning).toEqual({
      preset: 'de',
      reminders: [{ afterDays: 10, fee: 0 }],
      notice: { afterDays: 24, graceDays: 17, fee: 0 },
      lapseAfterDays: null,
      coverEnds: 'end_of_grace',
      revivalMonths: 1,
    })
  })

  it.each([
    [
      'dunning: {}',
      'dunning.notice: notice is missing. Give it the keys after_days, grace_days, fee.',
    ],
    [
      'dunning: { notice: { after_days: 10 } }',
      'dunning.notice.grace_days: grace_days is missing. Choose a number from 1 to 365.',
    ],
    [
      'dunning: { reminders: [{ after_days: 9 }, { after_days: 9 }], notice: { after_days: 10, grace_days: 14 } }',
      'dunning.reminders[1].after_days: A reminder after 9 days cannot follow one after 9. List reminders in their order, by rising days.',
    ],
    [
      'dunning: { reminders: [{ after_days: 9 }], notice: { after_days: 9, grace_days: 14 } }',
      'dunning.notice.after_days: The notice after 9 days would not come after the reminder after 9. Write after_days: 10 or more, or remind earlier.',
    ],
    [
      'dunning: { notice: { after_days: 9, grace_days: 14, fee: -5 } }',
      'dunning.notice.fee: fee must be a whole number from 0 to 10000000, not -5. Choose a number from 0 to 10000000.',
    ],
    [
      'dunning: { notice: { after_days: 9, grace_days: 14, fee: 5 EUR } }',
      'dunning.notice.fee: fee must be a whole number from 0 to 10000000, not "5 EUR". Choose a number from 0 to 10000000.',
    ],
    [
      'reinstatement_days: 31\ndunning: { preset: de, notice: { grace_days: 13 } }',
      'dunning.notice.grace_days: 13 days of grace are fewer than the preset "de" allows. Write at least 14.',
    ],
    [
      'reinstatement_days: 31\ndunning: { preset: de, cover_ends: paid_to }',
      'dunning.cover_ends: By the preset "de" cover ends with end_of_grace, not paid_to. Write cover_ends: end_of_grace, or leave it out.',
    ],
    [
      'reinstatement_days: 31\ndunning: { preset: de, reminders: [{ after_days: 24 }] }',
      'dunning.notice: The notice after 24 days would not come after the reminder after 24. Write after_days: 25 or more, or remind earlier.',
    ],
    [
      'dunning: { preset: de }',
      'dunning.preset: A reinstatement within 30 days is shorter than the preset "de" allows. Write reinstatement_days: 31 or more.',
    ],
    [
      'dunning: { preset: fr, notice: { after_days: 9, grace_days: 14 } }',
      'dunning.preset: "fr" is not one of de. Use one of: de.',
    ],
    [
      'dunning: { then: sue, notice: { after_days: 9, grace_days: 14 } }',
      'dunning.then: "sue" is not one of lapse, suspend. Use one of: lapse, suspend.',
    ],
    [
      'dunning: { then: suspend, notice: { after_days: 9, grace_days: 14 } }',
      'dunning.lapse_after_days: lapse_after_days is missing. Choose a number from 1 to 365.',
    ],
    [
      'dunning: { then: suspend, lapse_after_days: 0, notice: { after_days: 9, grace_days: 14 } }',
      'dunning.lapse_after_days: lapse_after_days must be a whole number from 1 to 365, not 0.',
    ],
    [
      'dunning: { lapse_after_days: 60, notice: { after_days: 9, grace_days: 14 } }',
      'dunning.lapse_after_days: lapse_after_days needs a suspension, but then is lapse. Write then: suspend, or leave lapse_after_days out.',
    ],
  ])('%s is refused', (dunning, problem) => {
    expect(problemsOf(`${dunning}\n`)).toEqual([expect.stringContaining(problem)])
  })

  it('is taken exactly where its days rise and its grace is long enough', () => {
    const days = fc.integer({ min: 1, max: 30 })
    fc.assert(
      fc.property(
        fc.array(days, { maxLength: 3 }),
        days,
        days,
        fc.constantFrom('preset: de, ', ''),
        (reminders, notice, grace, preset) => {
          const all = [...reminders, notice]
          const rises = all.every((day, n) => n === 0 || day > (all[n - 1] ?? 0))
          const isLong = preset === '' || grace >= 14
          const list = reminders.map((day) => `{ after_days: ${day} }`).join(', ')
          const yaml = `reinstatement_days: 31\ndunning: { ${preset}reminders: [${list}], notice: { after_days: ${notice}, grace_days: ${grace} } }\n`
          expect(read(yaml).ok).toBe(rises && isLong)
        },
      ),
    )
  })

  it('is warned of where it has documents and no letter for a step', () => {
    const definition = definitionOf(
      'dunning: { notice: { after_days: 9, grace_days: 14 }, then: suspend, lapse_after_days: 9 }\n',
    )
    const letter = { designation: 'letter', names: {}, files: {} }
    const warned = (...occasions: DocumentOccasion[]) =>
      warnOfLetters({ ...definition, documents: [{ ...letter, with: occasions }] }).map(
        describeProblem,
      )
    expect(warned('policy', 'notice')).toEqual([
      expect.stringContaining(
        'Customers get no letter: there is no document for suspension, lapse.',
      ),
    ])
    expect(warned('notice', 'suspension', 'lapse')).toEqual([])
    expect(warnOfLetters(definition), 'it writes nothing at all').toEqual([])
    expect(warnOfLetters({ ...definition, dunning: null })).toEqual([])
  })

  it('is described by plan in the words of accounting', () => {
    const before = definitionOf('')
    const after = definitionOf(
      'dunning: { reminders: [{ after_days: 7 }], notice: { after_days: 21, grace_days: 14, fee: 500 }, cover_ends: paid_to }\n',
    )
    expect(compareDefinitions(before, after).map(({ place, after: to }) => [place, to])).toEqual([
      ['dunning', "by the product's own steps"],
      ['reminders after the due day', '7 days'],
      ['notice in days after the due day', 21],
      ['grace after the notice in days', 14],
      ['fee of the notice', 500],
      ['after the grace', 'the policy lapses'],
      ['cover ends on a lapse with', 'what was paid for'],
      ['months after a lapse in which a payment voids it', 'none'],
    ])
    const suspending = definitionOf(
      'dunning: { reminders: [{ after_days: 7 }, { after_days: 14, fee: 300 }], notice: { after_days: 21, grace_days: 14, fee: 500 }, then: suspend, lapse_after_days: 60, cover_ends: paid_to }\n',
    )
    expect(compareDefinitions(after, suspending)).toMatchObject([
      {
        place: 'reminders after the due day',
        before: '7 days',
        after: '7 days, then 14 days with a fee of 300',
      },
      {
        place: 'after the grace',
        before: 'the policy lapses',
        after: 'cover is suspended, and the policy lapses after 60 days',
      },
    ])
  })
})
