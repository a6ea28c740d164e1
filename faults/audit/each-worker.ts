import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from '../ledger.ts'
import type { Installation } from '../installation/installation.ts'
import { textOf } from '../load/counter.ts'
import type { OpenShop } from '../load/open-shop.ts'
import { cancellationSlip, offerSlip, paymentSlip, quoteSlip } from '../load/slips.ts'

const lookAgainMs = 100
/** A job begins within a second of being asked for. */
const workTimeoutMs = 60_000

/**
 * A worker can live and yet work no more. So each is left alone in turn, and must carry out a
 * cancellation without the others.
 */
export async function auditEachWorker(options: {
  readonly installation: Installation
  readonly shop: OpenShop
  readonly ledger: Ledger
}): Promise<void> {
  const { workers } = options.installation
  for (const worker of workers) {
    const others = workers.filter((one) => one !== worker)
    await Promise.all(others.map((one) => one.rest()))
    if (!(await isCancelled(options))) {
      options.ledger.violate('a worker lives but does not work', { name: worker.name })
    }
    for (const one of others) one.keep()
    while (!others.every((one) => one.isUp())) await sleep(lookAgainMs)
  }
}

async function isCancelled({ shop: { counter, distributors } }: { shop: OpenShop }) {
  const [distributor] = distributors
  const quote = await counter.handIn(quoteSlip(distributor))
  const made = await counter.handIn(offerSlip(distributor, textOf(quote, 'token')))
  const offer = { id: textOf(made, 'id'), paymentToken: textOf(made, 'payment_token') }
  await counter.handIn(paymentSlip(distributor, offer, 'invoice'))
  const show = () => counter.get(`/policies/${offer.id}`, distributor.secret)
  const policy = await show()
  const version = textOf(policy, 'version_id')
  const start = Temporal.PlainDate.from(textOf(policy, 'start_date').slice(0, 10))
  const end = start.add({ days: 100 }).toString()
  await counter.handIn(cancellationSlip(distributor, offer.id, version, end))
  const giveUpAt = performance.now() + workTimeoutMs
  while ((await show()).body['status'] !== 'cancelled') {
    if (performance.now() > giveUpAt) return false
    await sleep(lookAgainMs)
  }
  return true
}
