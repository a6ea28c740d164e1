import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { WorkbookDraft } from '@bindery/sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type DraftAnswers, askDraft } from '../src/ask/ask-draft.ts'

interface Given {
  readonly label: string
  readonly value?: number | string
  readonly shown?: string
  readonly is_proposed?: boolean
  readonly is_unlikely?: boolean
}

const cell = (name: string, at: string, { label, value = 100, ...given }: Given) => ({
  name,
  cell: `Quote!${at}`,
  label,
  value,
  shown: String(value),
  reason: 'a label stands beside it',
  is_proposed: true,
  is_unlikely: false,
  ...given,
})

const questions: WorkbookDraft['questions'] = [
  {
    name: 'start',
    answer: 'begin',
    reason: 'Quote!B2 is called "Begin"',
    choices: [
      { value: 'begin', label: 'the answer to "Begin"' },
      { value: 'ask', label: 'a day that the customer chooses: one more question' },
    ],
  },
  {
    name: 'term',
    answer: null,
    reason: '',
    choices: [
      { value: 'P1Y', label: 'one year' },
      { value: 'open', label: 'without an end' },
    ],
  },
]

const draft: WorkbookDraft = {
  drafted: false,
  problems: [],
  untaken: [],
  warnings: [],
  fields: [],
  outputs: [],
  layout: {
    inputs: [
      cell('begin', 'B2', { label: 'Begin', value: 46_478, shown: '2027-04-01' }),
      cell('area', 'B3', { label: 'Area' }),
      cell('share', 'B4', { label: 'Own share', value: 0.02, shown: '2 %' }),
      cell('rate', 'B5', { label: 'Rate', is_proposed: false, is_unlikely: true }),
    ],
    outputs: [
      cell('gross_premium', 'B9', { label: 'Gross premium', value: 119.5 }),
      cell('premium_tax', 'B8', { label: 'Insurance tax', value: 19.5 }),
      cell('gross_per_month', 'B10', { label: 'Gross per month', value: 9.96, is_proposed: false }),
      cell('step', 'B6', { label: 'Step', value: 7.5, is_proposed: false, is_unlikely: true }),
    ],
    amounts: 'major',
  },
  questions,
  files: {},
}

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** A terminal at which somebody waits for each question, and then presses keys. */
function atTerminal(of: Partial<WorkbookDraft> = {}, given: DraftAnswers = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let shown = ''
  output.on('data', (text: Buffer) => {
    shown += stripVTControlCharacters(text.toString())
  })
  const asked: DraftAnswers[] = []
  const first = { ...draft, ...of }
  const made = askDraft(
    async (answers) => {
      asked.push(answers)
      return first
    },
    first,
    given,
    { input, output },
  )
  made.catch(() => undefined) // The story looks at it.
  closing.push(() => input.end())
  return {
    /** What was said in the end. */
    answers: async () => {
      await made
      return asked.at(-1)
    },
    made,
    press: async (question: string, ...keys: readonly string[]) => {
      await vi.waitFor(() => expect(shown).toContain(question), { interval: 5 })
      const screen = shown
      shown = ''
      for (const key of keys) input.write(key)
      return screen
    },
  }
}

const [down, space, enter, escape, ctrlC] = ['\u001B[B', ' ', '\r', '\u001B', '\u0003']

describe('a workbook that does not say what it asks and puts out', () => {
  it('is asked about: what is proposed is chosen already, and days and per cents are read as such', async () => {
    const { answers, press } = atTerminal()
    const premium = await press('Which cell is the premium that a customer pays?', enter)
    expect(premium).toMatch(/Gross premium +119\.5 +Quote!B9/)
    expect(premium).not.toContain('Step')
    expect(await press('How much of 119.5 is tax?', enter)).toMatch(/Insurance tax +19\.5/)
    const inputs = await press('What does a customer answer?', enter)
    expect(inputs).toContain('Begin: 2027-04-01 (Quote!B2)')
    expect(inputs).toContain('Own share: 2 % (Quote!B4)')
    expect(inputs).not.toContain('Quote!B5')
    expect(inputs).toContain('show one more cell')
    await press('When does cover begin? (found: Quote!B2 is called "Begin")', enter)
    await press('How long does cover last?', down, down, enter)
    await press('Write a length', '18 months', enter)
    expect(await answers()).toEqual({
      outputs: { gross_premium: 'Quote!B9', premium_tax: 'Quote!B8' },
      start: 'begin',
      term: 'P18M',
    })
  })

  it('has another cell for its premium, a rate as people type it, and other questions', async () => {
    const { answers, press } = atTerminal()
    await press('Which cell is the premium', down, down, enter)
    await press('How much of 9.96 is tax?', enter)
    await press('The tax rate', 'a lot', enter)
    await press('Write a rate from 0 to 100 %', ...Array<string>(5).fill('\u007F'), '19', enter)
    await press('What does a customer answer?', down, space, down, down, space, enter)
    await press('What does a customer answer?', down, down, down, space, enter)
    await press('When does cover begin?', enter)
    await press('How long does cover last?', enter)
    expect(await answers()).toEqual({
      outputs: { gross_premium: 'Quote!B10' },
      tax_rate: 0.19,
      inputs: { rate: 'Quote!B5' },
      without: ['Quote!B3'],
      start: 'begin',
      term: 'P1Y',
    })
  })

  it('can be gone back through, and answered otherwise', async () => {
    const { answers, press } = atTerminal()
    await press('Which cell is the premium', enter)
    await press('How much of 119.5 is tax?', escape)
    await press('Which cell is the premium', enter)
    await press('How much of 119.5 is tax?', down, down, enter)
    await press('What does a customer answer?', enter)
    await press('When does cover begin?', escape)
    await press('What does a customer answer?', enter)
    await press('When does cover begin?', down, enter)
    await press('How long does cover last?', enter)
    expect(await answers()).toMatchObject({ tax_rate: 0, start: 'ask', term: 'P1Y' })
  })

  it('is not asked again for what the options have said', async () => {
    const given = { outputs: { net_premium: 'Quote!B9' }, inputs: {}, start: 'ask' }
    const { answers, press } = atTerminal({}, given)
    await press('How long does cover last?', down, enter)
    expect(await answers()).toEqual({ ...given, term: 'open' })
  })

  it('sells cover for ever for one payment only where somebody confirms it', async () => {
    const problem = { file: '', place: 'single_payment', message: 'For ever.', fix: '' }
    const { answers, press } = atTerminal({ layout: null, problems: [problem] })
    await press('When does cover begin?', enter)
    await press('How long does cover last?', enter)
    await press('For ever.', enter)
    await press('How long does cover last?', enter)
    await press('For ever.', down, enter)
    expect(await answers()).toMatchObject({ allow_single_payment_for_open_cover: true })
  })

  it('is left where it was when somebody breaks off', async () => {
    const { made, press } = atTerminal()
    await press('Which cell is the premium', enter)
    await press('How much of 119.5 is tax?', ctrlC)
    await expect(made).rejects.toThrow('Stopped.')
  })
})
