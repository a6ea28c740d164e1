import type { DemoFile } from '@bindery/server/src/demo/demo-file.ts'
import type { Acknowledgement, Ledger } from '../ledger.ts'
import type { Counter } from '../load/counter.ts'
import { eachOf } from './each-of.ts'

/** Everything that was acknowledged can be read, as the answer promised it. */
export async function auditAcknowledged(
  counter: Counter,
  demo: DemoFile,
  ledger: Ledger,
): Promise<void> {
  const secret = demo.insurer.test.secret
  const keys = await counter.get('/manage/keys', secret)
  const keyIds = new Set((keys.body['items'] as { readonly id: string }[]).map(({ id }) => id))
  await eachOf([...ledger.acknowledged.values()], async (one) => {
    const complaint = await check(one)
    if (complaint !== null) {
      ledger.violate('an acknowledged request is not as it was promised', { one, complaint })
    }
  })

  async function check(one: Acknowledgement): Promise<unknown> {
    switch (one.call) {
      case 'quote':
        return shown(`/manage/quotes?id=${quoteIdOf(one.id)}`, (body) =>
          (body['items'] as unknown[]).length === 1 ? null : 'the quote is gone',
        )
      case 'offer':
        return shown(`/offers/${one.id}`, (body) =>
          body['payment_token'] === one.promised['payment_token'] ? null : body,
        )
      case 'payment':
        return shown(`/payments/${one.id}`, (body) => {
          const isSame = body['policy_id'] === one.policyId
          return isSame && mayHaveBecome(one, String(body['status']), ledger) ? null : body
        })
      case 'cancellation':
        return shown(one.promised['status_path'] ?? '', (body) => checkCancellation(one, body))
      case 'clock':
        return shown(`/manage/clocks/${one.id}`, () => null)
      case 'advance':
        return shown(`/manage/clocks/${one.id}`, (body) =>
          Date.parse(String(body['at'])) >= Date.parse(one.promised['to'] ?? '') ? null : body,
        )
      case 'receipt':
        return one.promised['state'] === 'matched' || one.promised['state'] === 'unmatched'
          ? null
          : 'it was answered for, and nobody had seen to it'
      case 'key':
        return keyIds.has(one.id) ? null : 'the key is gone'
    }
  }

  /** Arrears that are paid later resume the cover until its last day: the policy stays cancelled. */
  async function checkCancellation(
    { policyId }: Acknowledgement,
    body: Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    if (body['status'] === 'active') return null
    if (body['status'] !== 'superseded') return body
    return shown(`/policies/${policyId}`, (policy) =>
      policy['status'] === 'cancelled' ? null : body,
    )
  }

  async function shown(
    path: string,
    complaintOn: (body: Readonly<Record<string, unknown>>) => unknown,
  ): Promise<unknown> {
    const answer = await counter.get(path, secret)
    return answer.status === 200 ? complaintOn(answer.body) : answer
  }
}

/** Money that was taken stays taken, a refusal stays one unless the money came later. */
function mayHaveBecome({ id, promised }: Acknowledgement, status: string, ledger: Ledger): boolean {
  if (promised['status'] === 'pending') return status === 'ok' || status === 'failed'
  const cameLate = ledger.callbacks.some((one) => one.paymentId === id && one.status === 'ok')
  return status === promised['status'] || (promised['status'] === 'failed' && cameLate)
}

const secretDigits = 48

/** A quote's token begins with its id. */
export function quoteIdOf(token: string): string {
  return `qu_${token.slice(0, -secretDigits)}`
}
