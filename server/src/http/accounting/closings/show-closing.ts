import { closingNotFound, readMonth } from '../../../accounting/index.ts'
import { selectClosings } from '../../../ledger/index.ts'
import { Type } from '../../wire/type.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { exampled } from '../../wire/exampled.ts'
import { named, pathId } from '../../wire/schema.ts'
import { closingSchema, viewClosing } from './closing.ts'
import { closingExample } from '../examples.ts'

export function addShowClosing(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/closings/:month',
    {
      config: { access: 'manage', refuses: [closingNotFound] },
      schema: {
        operationId: 'showClosing',
        summary: 'View a closed month',
        description: 'A closed month with its totals and its digest.',
        tags: ['Management'],
        params: Type.Object({ month: pathId('The month.', closingExample.month) }),
        response: { 200: exampled(named(closingSchema), 'The closed month.', closingExample) },
      },
    },
    async (request) => {
      const { account, livemode } = callerOf(request)
      const month = readMonth(request.params.month)
      const closings = await selectClosings(deps.db.reads, { insurerId: account.id, livemode })
      const found = closings.find((one) => month !== null && one.month.equals(month))
      if (found === undefined) throw closingNotFound(request.params.month)
      return viewClosing(found)
    },
  )
}
