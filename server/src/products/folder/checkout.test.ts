import { describe, expect, it } from 'vitest'
import { givenFolder, smallestProductYaml } from './given-folder.ts'
import { parseProductFiles } from './parse-product-files.ts'

function read(checkout: string, changes: Readonly<Record<string, string>> = {}) {
  const result = parseProductFiles(givenFolder({ 'checkout.yaml': checkout, ...changes }))
  if (result.ok) return { checkout: result.product.definition.checkout, problems: [] }
  const problems = result.problems.map(
    ({ file, place, message, fix }) => `${file}, ${place}: ${message} ${fix}`,
  )
  return { checkout: null, problems }
}

describe('checkout.yaml', () => {
  it('says what customers read of fields, answers and plans, and in which order they are asked', () => {
    const { checkout, problems } = read(`
quote:
  - title: { en: Your trip, de: Ihre Reise }
    fields: [days]
plans: { once: One payment }
fields:
  days: { label: { en: How long?, de: Wie lange? }, unit: { en: days, de: Tage } }
  destination: { label: Where?, choices: { eu: Europe, world: { en: World, de: Welt } } }
`)
    expect(problems).toEqual([])
    expect(checkout).toEqual({
      quote: [{ title: { en: 'Your trip', de: 'Ihre Reise' }, fields: ['days'] }],
      policy: [],
      planQuestion: null,
      plans: { once: { en: 'One payment' } },
      fields: {
        days: {
          label: { en: 'How long?', de: 'Wie lange?' },
          unit: { en: 'days', de: 'Tage' },
          choices: {},
        },
        destination: {
          label: { en: 'Where?' },
          choices: { eu: { en: 'Europe' }, world: { en: 'World', de: 'Welt' } },
        },
      },
    })
  })

  it('is held to the fields, answers and plans that there are, and all its mistakes are reported at once', () => {
    const { problems } = read(`
quote:
  - fields: [days, dayz, days]
plans: { twice: Two payments }
fields:
  day: { label: Days }
  days: { money: true, unit: days, placholder: '7' }
  destination: { choices: { moon: The moon } }
`)
    expect(problems).toEqual([
      'checkout.yaml, line 3, quote[0].fields[1]: "dayz" is not one of days. Did you mean days?',
      'checkout.yaml, line 3, quote[0].fields[2]: "days" is listed twice. List it once.',
      'checkout.yaml, line 4, plans.twice: "twice" is not a key that belongs here. Use one of: once.',
      'checkout.yaml, line 6, fields.day: "day" is not a key that belongs here. Did you mean days?',
      'checkout.yaml, line 7, fields.days.placholder: "placholder" is not a key that belongs here. Did you mean placeholder?',
      'checkout.yaml, line 7, fields.days.unit: An amount of money has its currency as unit. Remove it.',
      'checkout.yaml, line 8, fields.destination.choices.moon: "moon" is not a key that belongs here. Use one of: eu, world.',
    ])
  })

  it('takes a fraction for a percent, and nothing else', () => {
    const rules = (rule: string) => ({
      'quote.json': JSON.stringify({
        quote: [
          { name: 'days', path: 'data', validation: 'integer|required' },
          { name: 'discount', path: 'data', validation: rule },
        ],
        quote_patch: [],
        pricing_variables: [{ name: 'commission_rate', path: 'data', validation: 'numeric' }],
      }),
    })
    const fraction = rules('numeric|min:0|max:0.5')
    const { checkout } = read('fields: { discount: { percent: true } }', fraction)
    expect(checkout?.fields['discount']).toEqual({ percent: true, choices: {} })
    const both = read("fields: { discount: { percent: true, money: true, unit: '%' } }", fraction)
    expect(both.problems).toEqual([
      'checkout.yaml, line 1, fields.discount.unit: An amount of money has its currency as unit. Remove it.',
      'checkout.yaml, line 1, fields.discount.percent: A field is either money or a percent. Keep one of the two.',
      'checkout.yaml, line 1, fields.discount.unit: A percent has % as its unit. Remove it.',
    ])
    const whole = read('fields: { discount: { percent: true } }', rules('integer|min:0|max:100'))
    expect(whole.problems).toEqual([
      'checkout.yaml, line 1, fields.discount.percent: The rule of "discount" is `integer`, but a percent is sent as a fraction: 2 % as 0.02. ' +
        "Let its rule be `numeric` with bounds as fractions, such as `numeric|min:0|max:1`. If the price takes 2 for 2 %, write `unit: '%'` in place of `percent: true`.",
    ])
  })

  it('lets plans answer only a question whose answers are plans', () => {
    const question = (validation: string) => ({
      'quote.json': JSON.stringify({
        quote: [
          { name: 'days', path: 'data', validation: 'integer|required' },
          { name: 'payment', path: 'data', validation },
        ],
        quote_patch: [],
        pricing_variables: [],
      }),
      'product.yaml': smallestProductYaml.replace(
        '    pricing_variables: { commission_rate: 0.1 }\n',
        '',
      ),
    })
    const checkout = 'plan_question: payment'
    expect(read(checkout, question('string|in:once')).checkout?.planQuestion).toBe('payment')
    expect(read(checkout, question('string|in:once,weekly')).problems).toEqual([
      'checkout.yaml, line 1, plan_question: The answers of "payment" are not the keys of payment plans. Let its rule be `in:once`, or name the answer of each plan: { name: payment, answers: { once: ... } }.',
    ])
  })

  it('lets plans answer in the words of the question, one answer for each plan', () => {
    const rules = {
      'quote.json': JSON.stringify({
        quote: [
          { name: 'days', path: 'data', validation: 'integer|required' },
          { name: 'frequency', path: 'data', validation: 'string|required|in:Yearly,Monthly' },
        ],
        quote_patch: [],
        pricing_variables: [{ name: 'commission_rate', path: 'data', validation: 'numeric' }],
      }),
      'product.yaml': smallestProductYaml.replace(
        'integrations:',
        '  - { key: monthly, type: recurring, frequency: month, methods: [{ provider: invoice, method: invoice }] }\nintegrations:',
      ),
    }
    const { checkout, problems } = read(
      'plan_question: { name: frequency, answers: { once: Yearly, monthly: Monthly } }',
      rules,
    )
    expect(problems).toEqual([])
    expect(checkout).toMatchObject({
      planQuestion: 'frequency',
      planAnswers: { once: 'Yearly', monthly: 'Monthly' },
    })
    const wrong = 'plan_question: { name: frequency, answers: { once: Yearly, weekly: Monthly } }'
    expect(read(wrong, rules).problems).toEqual([
      'checkout.yaml, line 1, plan_question.answers.weekly: "weekly" is not a key that belongs here. Use one of: once, monthly.',
      'checkout.yaml, line 1, plan_question.answers.monthly: The plan monthly has no answer. Name the answer that leads to this plan.',
    ])
    const unknown = 'plan_question: { name: frequency, answers: { once: Yearly, monthly: Daily } }'
    expect(read(unknown, rules).problems).toEqual([
      'checkout.yaml, line 1, plan_question.answers.monthly: "Daily" is not one of Yearly, Monthly. Use one of: Yearly, Monthly.',
    ])
  })

  it('says whose page it is, with a logo of the folder and addresses that are safe to open', () => {
    const { checkout, problems } = read(
      `
logo: documents/logo.svg
contact: { name: { en: Service, de: Kundendienst }, phone: +41 44 000 00 10, email: help@example.com }
links:
  privacy: https://www.example.com/privacy
  imprint: { en: https://www.example.com/imprint, de: https://www.example.com/impressum }
`,
      { 'documents/logo.svg': '<svg/>' },
    )
    expect(problems).toEqual([])
    expect(checkout).toMatchObject({
      logo: 'documents/logo.svg',
      contact: { phone: '+41 44 000 00 10', email: 'help@example.com' },
      links: { privacy: { en: 'https://www.example.com/privacy' } },
    })
    const { problems: mistakes } = read(`
logo: logo.gif
contact: { name: Nobody }
links:
  privacy: javascript:alert(1)
  imprint: { en: http://www.example.com, de: https://user:secret@example.com }
  imprent: https://www.example.com
`)
    expect(mistakes).toEqual([
      'checkout.yaml, line 2, logo: "logo.gif" is not a picture. Use a file that ends in .svg, .png, .jpg or .webp.',
      'checkout.yaml, line 3, contact: The contact has neither email nor phone. Add one of them.',
      'checkout.yaml, line 5, links.privacy: "javascript:alert(1)" is not an address that a page may open. Write an address that begins with https://.',
      'checkout.yaml, line 6, links.imprint.en: "http://www.example.com" is not an address that a page may open. Write an address that begins with https://.',
      'checkout.yaml, line 6, links.imprint.de: "https://user:secret@example.com" is not an address that a page may open. Write an address that begins with https://.',
      'checkout.yaml, line 7, links.imprent: "imprent" is not a key that belongs here. Did you mean imprint?',
    ])
    expect(read('logo: documents/none.svg').problems).toEqual([
      'checkout.yaml, line 1, logo: There is no file "documents/none.svg". Write its path in the folder, for example documents/logo.svg.',
    ])
    expect(read('contact: { phone: 0123456, email: not an address }').problems).toHaveLength(2)
    expect(read('logo: https://www.example.com/logo.png').checkout?.logo).toMatch(/^https:/)
  })

  it('names lists, what one of their rows is called, and what the rows ask', () => {
    const rules = {
      'quote.json': JSON.stringify({
        quote: [
          { name: 'days', path: 'data', validation: 'integer|required' },
          { name: 'travellers.*.name', path: 'data', validation: 'string|required' },
        ],
        quote_patch: [],
        pricing_variables: [{ name: 'commission_rate', path: 'data', validation: 'numeric' }],
      }),
    }
    const { checkout, problems } = read(
      `
quote:
  - fields: [travellers]
fields:
  travellers: { label: Who travels?, entry: Traveller }
  'travellers.*.name': { label: Name }
`,
      rules,
    )
    expect(problems).toEqual([])
    expect(checkout?.fields['travellers']).toMatchObject({ entry: { en: 'Traveller' } })
  })

  it('is not blamed for names in rules that could not be read', () => {
    const { problems } = read('fields: { trip: { label: Trip } }', { 'quote.json': '{' })
    expect(problems).toEqual([expect.stringMatching(/^quote\.json, /)])
  })
})
