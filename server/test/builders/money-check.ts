import type { TestPlatform } from '../support/platform.ts'
import { managerOn } from './manager.ts'

export interface MoneyReport {
  readonly id: string
  readonly status: string
  readonly policies_checked: number
  readonly policies_different: number
  readonly faults: readonly {
    readonly policy_id: string
    readonly kind: string
    readonly message: string
  }[]
}

/** What a check of the money of the whole portfolio finds. */
export async function checkMoney(platform: TestPlatform): Promise<MoneyReport> {
  const manager = managerOn(platform)
  const started = await manager.post('/manage/portfolio_checks?subject=money')
  if (started.statusCode !== 202) throw new Error(started.body)
  await platform.runDue()
  const { id } = started.json<MoneyReport>()
  return (await manager.get(`/manage/portfolio_checks/${id}`)).json<MoneyReport>()
}
