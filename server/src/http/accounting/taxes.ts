import type { Static } from 'typebox'
import { readTaxes } from '../../accounting/index.ts'
import { Type } from '../wire/type.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { amount, named, text, textOrNull } from '../wire/schema.ts'
import { dayErrors, dayParameters, readDays } from './days.ts'
import { taxesExample } from './examples.ts'

export const taxesSchema = Type.Object(
  {
    from: text('The first booking day.'),
    to: text('The last booking day.'),
    lines: Type.Array(
      Type.Object({
        country: textOrNull('The country of risk; null where the product does not declare it.'),
        class_of_business: textOrNull(
          'The class of business; null where the product does not declare it.',
        ),
        currency: text('ISO 4217, in lower case.'),
        rate: textOrNull('In per cent; null where it is not known.'),
        premium: amount('The premium that was charged at this rate, net of tax and fees.'),
        tax: amount('The tax on it.'),
      }),
      { description: 'By country, class, currency and rate.' },
    ),
  },
  {
    $id: 'Taxes',
    description: 'Premium and tax that were charged, less what was given back and written off.',
  },
)

export function addShowTaxes(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/taxes',
    {
      config: { access: 'manage', refuses: dayErrors },
      schema: {
        operationId: 'showTaxes',
        summary: 'View taxes',
        description:
          'For a tax return: the premium and the tax that were posted on these days, by country ' +
          'of risk, class of business and rate. The sum of a currency is the turnover of the ' +
          'account `tax`.',
        tags: ['Management'],
        querystring: Type.Object(dayParameters),
        response: { 200: exampled(named(taxesSchema), 'The taxes.', taxesExample) },
      },
    },
    async (request): Promise<Static<typeof taxesSchema>> => {
      const { account, livemode } = callerOf(request)
      const days = readDays(request.query)
      const lines = await readTaxes(deps.db.reads, { insurerId: account.id, livemode, ...days })
      return {
        from: days.from.toString(),
        to: days.to.toString(),
        lines: lines.map(({ classOfBusiness: class_of_business, ...line }) => {
          const { country, ...rest } = line
          return { country, class_of_business, ...rest }
        }),
      }
    },
  )
}
