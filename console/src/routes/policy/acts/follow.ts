import type { Answer } from '@bindery/sdk'
import { client } from '../../../api/client.ts'

const pollMs = 250

/** Waits until a transaction that was accepted has taken effect, waits for its payment, or failed. */
export async function followTransaction({
  policy_id: policyId,
  _links,
}: Answer<'cancelPolicy'>): Promise<Answer<'showVersionStatus'>> {
  const [versionId = ''] = /tpv_\w+/.exec(_links.status.href) ?? []
  for (;;) {
    const answer = await client.call('showVersionStatus', { params: { policyId, versionId } })
    if (answer.status !== 'processing') return answer
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs)
    })
  }
}
