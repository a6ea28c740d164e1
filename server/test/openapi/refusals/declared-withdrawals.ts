import type { JsonObject } from '../../../src/kernel/index.ts'
import { declare, declaredByStranger } from '../../builders/declared.ts'
import { managerOn } from '../../builders/manager.ts'
import { soldPolicy } from '../../builders/sale.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'

const unknown = 'wdl_01b0acc58e20d4f7a1936c08b25e'
const unknownPolicy = 'tpol_01b0acc58e2037776d4164838825'
const unknownProduct = 'pr_01b0acc58e20d4f7a1936c08b25e'

/** Of the page on which customers withdraw, and of what it receives. */
export function declaredWithdrawalRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform, seller } = stage
  const manager = managerOn(platform)
  const list = (query: string) => () => manager.get(`/manage/withdrawals?${query}`)
  const page = (product: string, mode = 'test') =>
    platform.app.inject(`/withdrawals/${product}?mode=${mode}`)
  const bike = platform.demo.products['bike']?.product_id ?? ''
  const settle = async (body: JsonObject, id?: string) =>
    manager.post(`/manage/withdrawals/${id ?? (await declaredByStranger(platform))}/settle`, body)
  const refused = { outcome: 'refused', reason: 'It came too late.' }
  return {
    showWithdrawalPage: {
      mode: () => page(bike, 'dry'),
      withdrawal_page: () => page(unknownProduct),
    },
    declareWithdrawal: {
      mode: () => declare(platform, {}, { mode: 'dry' }),
      invalid_member: () => declare(platform, { name: '' }),
      withdrawal_page: () => declare(platform, {}, { product: unknownProduct }),
    },
    searchWithdrawals: {
      limit: list('limit=0'),
      both_directions: list('starting_after=a&ending_before=b'),
      unknown_state: list('state=lost'),
      invalid_member: list(`state=${'x'.repeat(301)}`),
    },
    showDeclaredWithdrawal: {
      withdrawal: () => manager.get(`/manage/withdrawals/${unknown}`),
    },
    settleWithdrawal: {
      invalid_member: () => settle({}),
      member_not_for_outcome: () => settle({ outcome: 'refused' }),
      withdrawal: () => settle(refused, unknown),
      policy: () => settle({ outcome: 'settled', policy_id: unknownPolicy }),
      withdrawal_closed: async () => {
        const id = await declaredByStranger(platform)
        await settle(refused, id)
        return settle(refused, id)
      },
      policy_goes_on: async () => {
        const { id: policy_id } = await soldPolicy(seller)
        return settle({ outcome: 'settled', policy_id })
      },
      idempotency_key_reused: () =>
        withOneKey(
          stage,
          'settleWithdrawal',
          { declarationId: 'wdl_1' },
          { declarationId: 'wdl_2' },
        ),
    },
  }
}
