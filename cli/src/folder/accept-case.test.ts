import { describe, expect, it } from 'vitest'
import { acceptCases } from './accept-case.ts'

const file = `# Prices worked out by hand.
- name: a week in Europe   # the usual trip
  input: { days: 7, region: europe }
  expect:
    outputs: { net_premium: 1050, premium_tax: 200, gross_payment_amount: 1250 } # in cents

- name: a fortnight
  input:
    days: 14
  expect:
    outputs:
      # The rate of 2027.
      gross_payment_amount: 5331   # with tax
      policy_start_date: tomorrow

- name: three months overseas are declined
  input: { days: 90, region: world }
  expect:
    knockout: too_long_overseas # by the underwriters
- { name: nothing, input: {}, expect: { errors: [days:min, start_date:after] } }
`

const changed = (output: string, expected: unknown, actual: unknown) => ({
  output,
  expected,
  actual,
})

describe('accepted test cases', () => {
  it('expect the new amounts, and everything else stays byte for byte', () => {
    const { text, unaccepted } = acceptCases(file, [
      {
        name: 'a week in Europe',
        differences: [
          changed('net_premium', 1050, 1260),
          changed('gross_payment_amount', 1250, 1499),
        ],
      },
      { name: 'a fortnight', differences: [changed('gross_payment_amount', 5331, 6000)] },
    ])
    expect(unaccepted).toEqual([])
    const wanted = file
      .replace('net_premium: 1050', 'net_premium: 1260')
      .replace('gross_payment_amount: 1250', 'gross_payment_amount: 1499')
      .replace('5331', '6000')
    expect(text).toBe(wanted)
  })

  it('expect another kind of outcome where it became one', () => {
    const { text } = acceptCases(file, [
      {
        name: 'a week in Europe',
        differences: [
          { message: 'A price was expected, but the knockout too_far declined the risk.' },
        ],
      },
      {
        name: 'three months overseas are declined',
        differences: [
          { message: 'The knockout too_long_overseas was expected, but the price came to 9900.' },
        ],
      },
      {
        name: 'nothing',
        differences: [
          { message: 'An error on start_date:after was expected, but there was none.' },
          { message: 'There was an error that was not expected: region is required.' },
        ],
      },
    ])
    expect(text).toBe(
      file
        .replace(
          'outputs: { net_premium: 1050, premium_tax: 200, gross_payment_amount: 1250 }',
          'knockout: too_far',
        )
        .replace('knockout: too_long_overseas', 'outputs: { gross_payment_amount: 9900 }')
        .replace('[days:min, start_date:after]', '[days:min, region:required]'),
    )
  })

  it('are left alone where there is nothing that could be recorded', () => {
    const failed = [
      {
        name: 'a fortnight',
        differences: [changed('policy_start_date', '2027-01-02', '2027-01-03')],
      },
      {
        name: 'a week in Europe',
        differences: [{ message: 'The calculation failed at step 2: a division by zero' }],
      },
    ]
    expect(acceptCases(file, failed)).toEqual({
      text: file,
      unaccepted: ['a fortnight', 'a week in Europe'],
    })
  })
})
