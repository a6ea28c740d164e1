import { Type } from '../wire/type.ts'
import { totalOpenItems } from '../../accounting/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { ledgerOf, dayErrors, dayParameter, readDay } from './report-day.ts'
import { openItemTotalsExample } from './examples.ts'
import { openItemTotalsSchema, viewOpenItemTotals } from './open-items.ts'

export function addTotalOpenItems(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/open_items/totals',
    {
      config: { access: 'manage', refuses: dayErrors },
      schema: {
        operationId: 'totalOpenItems',
        summary: 'Totals of open items on a day',
        description:
          'What policyholders owed at the end of that day, by currency and age. With what was not ' +
          'invoiced yet, it is the balance of the account `receivable` on that day.',
        tags: ['Management'],
        querystring: Type.Object(dayParameter),
        response: {
          200: exampled(Type.Array(named(openItemTotalsSchema)), 'The totals by currency.', [
            openItemTotalsExample,
          ]),
        },
      },
    },
    async (request) => {
      const onDay = { ...ledgerOf(callerOf(request)), day: readDay(request.query) }
      return (await totalOpenItems(deps.db.reads, onDay)).map(viewOpenItemTotals)
    },
  )
}
