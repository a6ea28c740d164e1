import { statedCommission, unstatedCommission } from '../../builders/commission.ts'
import { partnerOn } from '../../builders/partner.ts'
import { managerOn } from '../../builders/manager.ts'
import { type Refusals, type Stage, sellerIn2028 } from './stage.ts'

const unknownStatement = '/manage/commission_statements/cst_01b0acc58e2000000026c8d3105e'
const unknownDistributor = 'acc_01b0acc58e20f815915595d9a007'
const done = { done_on: '2026-11-05', reference: 'Transfer 17' }
const terms = { first_day: '2020-01-01', earned: 'premium', payout: 'paid_out' }

/** Of agreements, statements and what becomes of them. */
export function commissionRefusals({
  platform,
  seller,
}: Stage): Readonly<Record<string, Refusals>> {
  const manager = managerOn(platform)
  const agreements = (id: string) => `/manage/distributors/${id}/commission_agreements`
  const make = (statement: object) =>
    manager.post('/manage/commission_statements', { ...statement })
  const finish = (id: string, changes: object = {}) =>
    manager.post(`/manage/commission_statements/${id}/done`, { ...done, ...changes })
  /** Nothing that the other distributor has earned is ever stated. */
  const partner = async () => sellerIn2028(await partnerOn(platform))
  const entries = (query: string) => () => manager.get(`/manage/commission_entries?${query}`)
  const statements = (query: string) => () => manager.get(`/manage/commission_statements?${query}`)
  return {
    agreeOnCommission: {
      invalid_member: () =>
        manager.post(agreements(unknownDistributor), { earned: 'premium', payout: 'set_off' }),
      account: () => manager.post(agreements(unknownDistributor), terms),
      commission_agreement_not_later: async () => {
        const { distributor_id: id } = await unstatedCommission(platform, seller)
        return manager.post(agreements(id), terms)
      },
    },
    listCommissionAgreements: { account: () => manager.get(agreements(unknownDistributor)) },
    searchCommissionEntries: {
      limit: entries('limit=0'),
      both_directions: entries('starting_after=a&ending_before=b'),
      not_a_date: entries('from=soon'),
      days_out_of_order: entries('from=2027-01-31&to=2027-01-30'),
      commission_statement: entries('statement_id=cst_01b0acc58e2000000026c8d3105e'),
    },
    searchCommissionStatements: {
      limit: statements('limit=0'),
      both_directions: statements('starting_after=a&ending_before=b'),
      not_a_month: statements('month=soon'),
      unknown_state: statements('state=lost'),
    },
    showCommissionStatement: { commission_statement: () => manager.get(unknownStatement) },
    exportCommissionStatement: {
      commission_statement: () => manager.get(`${unknownStatement}/export`),
    },
    makeCommissionStatement: {
      invalid_member: async () =>
        make({ ...(await unstatedCommission(platform, seller)), month: 'soon' }),
      account: () =>
        make({ distributor_id: unknownDistributor, month: '2028-10', currency: 'eur' }),
      statement_month_not_over: async () => {
        const { distributor_id } = await unstatedCommission(platform, seller)
        const live = managerOn(platform, platform.demo.insurer.live.secret)
        const asked = { distributor_id, month: '2028-11', currency: 'eur' }
        return live.post('/manage/commission_statements', asked)
      },
      commission_statement_exists: async () => {
        const { distributor_id, currency } = await statedCommission(platform, seller)
        return make({ distributor_id, currency, month: '2028-11' })
      },
      earlier_month_not_stated: async () => {
        const { distributor_id, currency } = await unstatedCommission(
          platform,
          await partner(),
          'harbour-partners',
        )
        return make({ distributor_id, currency, month: '2028-12' })
      },
      nothing_to_state: async () => {
        const { distributor_id } = await unstatedCommission(platform, seller)
        return make({ distributor_id, currency: 'usd', month: '2028-10' })
      },
    },
    finishCommissionStatement: {
      invalid_member: () => manager.post(`${unknownStatement}/done`, { reference: 'x' }),
      commission_statement: () => manager.post(`${unknownStatement}/done`, done),
      done_in_future: async () =>
        finish((await statedCommission(platform, seller)).id, { done_on: '2040-03-01' }),
      commission_statement_not_open: async () => {
        const { id } = await statedCommission(platform, seller)
        await finish(id)
        return finish(id)
      },
    },
  }
}
