import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Refund } from '@bindery/sdk'

const refundWaitMaxMs = 5_000
const lookAgainMs = 250

/** The refund of a version. A job creates it shortly afterwards, so this polls for a moment. */
export async function findRefund(
  client: Client,
  policyId: string,
  { version_id: versionId }: { readonly version_id: string },
): Promise<Refund | null> {
  const { payments } = await client.manage.policies.history(policyId)
  const paid = payments.filter((payment) => payment.status === 'ok')
  const giveUpAt = performance.now() + refundWaitMaxMs
  for (;;) {
    for (const { id } of paid) {
      const { refunds } = await client.payments.get(id)
      const found = refunds.find((refund) => refund.policy_version_id === versionId)
      if (found !== undefined) return found
    }
    if (paid.length === 0 || performance.now() > giveUpAt) return null
    await sleep(lookAgainMs)
  }
}
