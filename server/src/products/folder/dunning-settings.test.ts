import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeProblem } from '../../kernel/index.ts'
import { compareDefinitions } from '../compare/index.ts'
import { givenFolder, smallestProductYaml } from './given-folder.ts'
import type { DocumentOccasion } from '../product-definition.ts'
import { parseProductFiles } from './parse-product-files.ts'
import { warnOfFees } from './warn-of-fees.ts'
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

  const declared = 'notice: { declares_termination: true }'

  it('takes from the law what it does not say', () => {
    expect(definitionOf(`law: de\ndunning: { ${declared} }\n`).dunning).toEqual({
      reminders: [{ afterDays: 10, fee: 0 }],
      notice: { afterDays: 24, graceDays: 17, fee: 0, declaresTermination: true },
      lapseAfter: null,
      needsTermination: false,
      waivesSuspension: false,
      coverEnds: 'end_of_grace',
      revivalMonths: 1,
      postage: 100,
    })
    expect(definitionOf('law: ch\ndunning: {}\n').dunning).toEqual({
      reminders: [{ afterDays: 10, fee: 0 }],
      notice: { afterDays: 24, graceDays: 14, fee: 0, declaresTermination: false },
      lapseAfter: { months: 2 },
      needsTermination: false,
      waivesSuspension: true,
      coverEnds: 'end_of_grace',
      revivalMonths: null,
      postage: 200,
    })
    expect(
      definitionOf('law: de\ndunning: { then: suspend, lapse_after_days: 30 }\n').dunning,
    ).toMatchObject({ lapseAfter: { days: 30 }, needsTermination: true })
  })

  it.each([
    [
      'dunning: {}',
      'dunning.notice: notice is missing. Give it the keys after_days, grace_days, fee, declares_termination.',
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
      'law: de\ndunning: { notice: { grace_days: 13, declares_termination: true } }',
      'dunning.notice.grace_days: 13 days of grace are fewer than the law "de" gives. Write at least 14.',
    ],
    [
      'law: ch\ndunning: { notice: { grace_days: 13 } }',
      'dunning.notice.grace_days: 13 days of grace are fewer than the law "ch" gives. Write at least 14.',
    ],
    [
      'law: de\ndunning: { cover_ends: paid_to, notice: { declares_termination: true } }',
      'dunning.cover_ends: By the law "de" cover ends with end_of_grace, not paid_to. Write cover_ends: end_of_grace, or leave it out.',
    ],
    [
      'law: de\ndunning: { reminders: [{ after_days: 24 }], then: suspend, lapse_after_days: 9 }',
      'dunning.notice: The notice after 24 days would not come after the reminder after 24. Write after_days: 25 or more, or remind earlier.',
    ],
    [
      'law: de\ndunning: {}',
      'dunning.notice: By the law "de" a policy lapses with the grace only if the notice declares that. Write declares_termination: true once the letter says so, or then: suspend.',
    ],
    [
      'law: de\ndunning: { revival_months: 0, notice: { declares_termination: true } }',
      'dunning.revival_months: 0 months for paying after a lapse are fewer than the law "de" gives. Write at least 1.',
    ],
    [
      'law: ch\ndunning: { then: lapse }',
      'dunning.then: By the law "ch" the grace is followed by suspend, not lapse. Write then: suspend, or leave it out.',
    ],
    [
      'law: ch\ndunning: { lapse_after_days: 60 }',
      'dunning.lapse_after_days: By the law "ch" the days without cover are counted in months. Write lapse_after_months alone.',
    ],
    [
      'law: ch\ndunning: { lapse_after_months: 1 }',
      'dunning.lapse_after_months: 1 months without cover are fewer than the law "ch" gives. Write at least 2.',
    ],
    [
      'dunning: { preset: de }',
      'dunning.preset: The law of a product is not a setting of dunning. Write law: de beside dunning, and leave preset out.',
    ],
    [
      'law: de\ncancellation: { refund: none }',
      'cancellation.refund: By the law "de" the premium of the days after a cancellation is refunded, not none. Write refund: pro_rata, or leave it out.',
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
        fc.constantFrom('law: de', ''),
        (reminders, notice, grace, law) => {
          const all = [...reminders, notice]
          const rises = all.every((day, n) => n === 0 || day > (all[n - 1] ?? 0))
          const isLong = law === '' || grace >= 14
          const list = reminders.map((day) => `{ after_days: ${day} }`).join(', ')
          const yaml = `${law}\ndunning: { reminders: [${list}], notice: { after_days: ${notice}, grace_days: ${grace}, declares_termination: true } }\n`
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

  it('is warned of where a letter asks for more than it costs', () => {
    const warned = (notice: string, more = '') =>
      warnOfFees(
        definitionOf(
          `law: de\ndunning: { reminders: [{ after_days: 5, fee: 100 }], notice: { ${notice}, declares_termination: true }${more} }\n`,
        ),
      ).map(describeProblem)
    expect(warned('fee: 100')).toEqual([])
    expect(warned('fee: 101')).toEqual([
      expect.stringContaining('dunning.notice.fee: A fee of 101 is more than a letter costs: 100'),
    ])
    expect(warned('fee: 101', ', postage: 101')).toEqual([])
    const plain = 'dunning: { notice: { after_days: 9, grace_days: 14, fee: 5000 } }\n'
    expect(warnOfFees(definitionOf(plain))).toEqual([])
  })

  it('is described by plan in the words of accounting', () => {
    const before = definitionOf('')
    const after = definitionOf(
      'dunning: { reminders: [{ after_days: 7 }], notice: { after_days: 21, grace_days: 14, fee: 500 }, cover_ends: paid_to }\n',
    )
    expect(compareDefinitions(before, after).map(({ place, after: to }) => [place, to])).toEqual([
      ['dunning', 'by the steps that follow'],
      ['reminders after the due day', '7 days'],
      ['notice in days after the due day', 21],
      ['grace after the notice in days', 14],
      ['fee of the notice', 500],
      ['notice declares the termination', 'no'],
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
