import type { JsonObject } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { type Seller, madeOffer } from './sale.ts'
import { sandboxCallback } from './sandbox-callback.ts'

/** A payment that was made, and that its provider then said had failed. */
export async function contradictedPayment(platform: TestPlatform, seller: Seller): Promise<string> {
  const { id } = await paidByCard(seller, {})
  await sandboxCallback(platform, { payment_id: id, status: 'failed' })
  return id
}

/** A payment that was charged back, and that its provider then said was made. */
export async function takenBackPayment(platform: TestPlatform, seller: Seller): Promise<string> {
  const { id } = await paidByCard(seller, {})
  await sandboxCallback(platform, { payment_id: id, status: 'charged_back' })
  await sandboxCallback(platform, { payment_id: id, status: 'ok' })
  return id
}

/** A refund of a cancelled policy that ends as the sandbox was set to let it end. */
export async function refundThat(
  platform: TestPlatform,
  seller: Seller,
  refund: string,
  terminationDate = '2027-12-31',
): Promise<string> {
  return (await refunded(platform, seller, refund, terminationDate)).refundId
}

/** One that failed, and whose money has paid for what a charge-back has its customer owe since. */
export async function refundNoLongerOwed(
  platform: TestPlatform,
  seller: Seller,
  terminationDate: string,
): Promise<string> {
  const { paymentId, refundId } = await refunded(platform, seller, 'failed', terminationDate)
  await sandboxCallback(platform, { payment_id: paymentId, status: 'charged_back' })
  return refundId
}

async function refunded(
  platform: TestPlatform,
  seller: Seller,
  refund: string,
  terminationDate: string,
) {
  const { id, policyId } = await paidByCard(seller, { refund })
  const policy = await seller.get(`/policies/${policyId}`)
  const { version_id: version } = policy.json<{ version_id: string }>()
  const cancelled = await seller.cancel(policyId, version, { termination_date: terminationDate })
  if (cancelled.statusCode !== 202) throw new Error(cancelled.body)
  await platform.runDue()
  const payment = await seller.get(`/payments/${id}`)
  const [made] = payment.json<{ refunds: { id: string }[] }>().refunds
  return { paymentId: id, refundId: made?.id ?? '' }
}

async function paidByCard(seller: Seller, sandbox: JsonObject) {
  const offer = await madeOffer(seller)
  const answer = await seller.pay(offer, { provider: 'sandbox', method: 'card', sandbox })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return { id: answer.json<{ id: string }>().id, policyId: offer.id }
}
