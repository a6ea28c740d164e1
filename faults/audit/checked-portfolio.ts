import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoFile } from '@bindery/server/src/demo/demo-file.ts'
import type { Ledger } from '../ledger.ts'
import type { Counter } from '../load/counter.ts'

const lookAgainMs = 200
const checkTimeoutMs = 5 * 60_000

/** The platform's own check of all money finds nothing wrong. */
export async function auditCheckedPortfolio(
  counter: Counter,
  demo: DemoFile,
  ledger: Ledger,
): Promise<void> {
  const { secret } = demo.insurer.test
  const begun = await counter.post('/manage/portfolio_checks?subject=money', secret)
  const { id } = begun.body as { readonly id: string }
  const giveUpAt = performance.now() + checkTimeoutMs
  for (;;) {
    const shown = await counter.get(`/manage/portfolio_checks/${id}`, secret)
    const { status, policies_checked: checked, faults } = shown.body
    if (status === 'done') {
      if (checked === 0) ledger.violate('nothing was there to be checked', {})
      for (const fault of faults as unknown[]) ledger.violate('money that does not agree', fault)
      return
    }
    if (status !== 'running' || performance.now() > giveUpAt) {
      ledger.violate('the check of the portfolio did not end', { shown: shown.text })
      return
    }
    await sleep(lookAgainMs)
  }
}
