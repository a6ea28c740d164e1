import { invalidData, parseDay } from '../../kernel/index.ts'
import { clockAdvancing } from '../../deadlines/index.ts'
import { holdDunning } from '../../dunning/index.ts'
import { policyNotFound } from '../../policies/index.ts'
import { productNotFound } from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { dunningHoldExample } from './examples.ts'
import { dunningHoldSchema, holdDunningBody, viewDunningHold } from './dunning.ts'

const notADay = { code: 'invalid_value', field: 'until', rules: ['iso_date'] } as const
const nothingHeld = { code: 'required', field: 'policy_id', rules: ['required'] } as const
const bothHeld = { code: 'invalid_value', field: 'product_id', rules: ['missing_with'] } as const

export function addHoldDunning(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/dunning/holds',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember(
            '`reason` or `until` is missing, `until` is not a date, has passed or is more ' +
              'than a year away, or not exactly one of `policy_id` and `product_id` is sent.',
            { code: 'required', field: 'until', rules: ['required'] },
          ),
          policyNotFound,
          productNotFound,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'holdDunning',
        summary: 'Hold dunning',
        description:
          'Pauses dunning for one policy or for all policies of a product. Until the end of the last day of the hold, no dunning letter is sent and no policy lapses. Then each case continues where it stopped.',
        tags: ['Management'],
        body: named(holdDunningBody),
        response: {
          200: exampled(named(dunningHoldSchema), 'The hold.', dunningHoldExample),
        },
      },
    },
    async (request, reply) => {
      const { policy_id: policyId, product_id: productId, reason, until: text } = request.body
      const until = parseDay(text)
      if (until === null) throw invalidData([notADay], null)
      if (policyId !== undefined && productId !== undefined) throw invalidData([bothHeld], null)
      const of = policyId === undefined ? productOf(productId) : { policyId }
      const hold = { caller: callerOf(request), of, until, reason }
      return viewDunningHold(await holdDunning(deps, hold, replayOf(reply, viewDunningHold)))
    },
  )
}

function productOf(productId: string | undefined): { readonly productId: string } {
  if (productId === undefined) throw invalidData([nothingHeld], null)
  return { productId }
}
