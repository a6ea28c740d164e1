import type { Ledger } from '../ledger.ts'
import type { Counter, Slip } from '../load/counter.ts'
import { type Distributor, offerSlip } from '../load/slips.ts'
import { eachOf } from './each-of.ts'

const redeemedMax = 50

/**
 * Long after everything was killed, clients ask again: every request that was acknowledged is answered
 * with what it made then, and a quote that was only looked at can still be bought.
 */
export async function auditReplays(
  counter: Counter,
  distributors: readonly Distributor[],
  ledger: Ledger,
): Promise<void> {
  const slips = [...counter.slips.values()]
  await eachOf(
    slips.filter(({ key }) => ledger.acknowledged.has(key)),
    async (slip) => void (await counter.handIn(slip)),
  )
  const redeemed = new Set(slips.map((slip) => slip.body['quote_token']))
  const lookedAt = slips.filter(({ key, call }) => {
    const acknowledged = ledger.acknowledged.get(key)
    return call === 'quote' && acknowledged !== undefined && !redeemed.has(acknowledged.id)
  })
  await eachOf(lookedAt.slice(0, redeemedMax), async (slip) => {
    const distributor = distributors.find((one) => isOf(one, slip))
    const token = ledger.acknowledged.get(slip.key)?.id
    if (distributor === undefined || token === undefined) throw new Error('a quote has a seller')
    await counter.handIn(offerSlip(distributor, token))
  })
}

function isOf(distributor: Distributor, slip: Slip): boolean {
  return slip.body['integration_id'] === distributor.integrationId
}
