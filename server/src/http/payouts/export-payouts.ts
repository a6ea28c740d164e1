import { exportPayouts, noPayouts, payoutsPerBatchMax } from '../../payments/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { payoutBatchExample } from './examples.ts'
import { exportPayoutsBody, payoutBatchSchema, viewBatch } from './payout.ts'

const wrongCurrency = invalidMember('`currency` is no text of three letters.', {
  code: 'invalid_value',
  field: 'currency',
  rules: ['string'],
})

export function addExportPayouts(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/payout_batches',
    {
      config: { access: 'manage', refuses: [wrongCurrency, noPayouts] },
      schema: {
        operationId: 'exportPayouts',
        summary: 'Give pending payouts to the bank',
        description:
          'Puts all payouts that are pending and released, as far as they need it, into a batch: ' +
          `each into one only, at most ${payoutsPerBatchMax.toLocaleString('en')}. Download its ` +
          'file next.',
        tags: ['Management'],
        body: named(exportPayoutsBody),
        response: { 200: exampled(named(payoutBatchSchema), 'The batch.', payoutBatchExample) },
      },
    },
    async (request, reply) => {
      const currency = request.body.currency?.toLowerCase() ?? null
      const wanted = { caller: callerOf(request), currency }
      return viewBatch(await exportPayouts(deps, wanted, replayOf(reply, viewBatch)))
    },
  )
}
