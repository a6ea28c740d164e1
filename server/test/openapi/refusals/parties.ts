import { sql } from '../../../src/database/index.ts'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { managerOn } from '../../builders/manager.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../../builders/sale.ts'
import { onceItMoves } from './clocks.ts'
import type { Refusals, Stage } from './stage.ts'
import { withdrawnPolicy } from './withdrawals.ts'

const reason = 'A letter.'
const jonas = { first_name: 'Jonas', last_name: 'Weber', email: 'jonas.weber@example.com', reason }
const insured = { role: 'insured', last_name: 'Kind', reason }
const payer = { role: 'payer', last_name: 'Kind', reason }
const unknownPolicy = 'tpol_01b0acc58e2037776d4164838825'
const unknownVersion = 'tpv_01b0acc58e200b72bfdc34a115db'
const unknownParty = 'pty_01b0acc58e20000000a83f4c7e51'
const unknownCustomer = 'tcu_01b0acc58e20768804a4d7f2998c'

const customerOf = async (seller: Seller, id: string) =>
  (await seller.get(`/policies/${id}`)).json<{ customer_id: string }>().customer_id

/** A customer with as many policies as one can have: copies of one, without what belongs to them. */
async function fullCustomer({ platform, seller }: Stage): Promise<string> {
  const { id } = await soldPolicy(seller)
  await platform.db.query(sql`
    with copies as (
      insert into policies select (jsonb_populate_record(p, jsonb_build_object(
        'id', left(p.id, 29) || lpad(n::text, 4, '0'),
        'insurer_policy_id', p.insurer_policy_id || n))).*
      from policies p, generate_series(1, 100) n
      where p.id = ${id} and right(p.id, 4) <> lpad(n::text, 4, '0') limit 99
      returning *)
    insert into events (id, type, livemode, insurer_id, distributor_id, subject_id, policy_id, data,
      created_at)
    select 'evt_' || substr(id, 6), 'policy.issued', livemode, insurer_id, distributor_id, id, id,
      jsonb_build_object('status', status, 'version_id', version_id), created_at
    from copies`)
  return customerOf(seller, id)
}

/** Of the change of a policyholder. */
export function policyholderRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { at, platform, seller } = stage
  const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
  const change = (id: string, version: string, body: JsonObject = jonas, by = insurer) =>
    by.post(`/policies/${id}/policyholder`, body, { 'if-match': version })
  const ofSold = async (body: JsonObject = jonas, by = insurer) => {
    const { id, version_id } = await soldPolicy(seller)
    return change(id, version_id, body, by)
  }
  const offered = async () => {
    const { id } = await madeOffer(seller)
    const { version_id } = (await seller.get(`/policies/${id}`)).json<{ version_id: string }>()
    return { id, version_id }
  }
  return {
    changePolicyholder: {
      policy: () => change(unknownPolicy, 'tpv_1'),
      missing_if_match: () => insurer.post(`/policies/${unknownPolicy}/policyholder`, jonas),
      modification_in_progress: async () => {
        const { id, version_id } = await soldPolicy(seller)
        await seller.endorse(id, version_id, { data: { company_city: 'Potsdam' } })
        return change(id, version_id)
      },
      stale_version: async () => change((await soldPolicy(seller)).id, unknownVersion),
      invalid_member: () => {
        const { reason: _, ...names } = jonas
        return ofSold(names)
      },
      invalid_data: () => ofSold({ ...jonas, email: 'no address' }),
      endorsements_by_insurer: async () => {
        const bikes = sellerOn(platform, { product: 'bike' })
        const quote = { data: { start_date: '2029-01-01' } }
        const { id, version_id } = await soldPolicy(bikes, { quote })
        return change(id, version_id, jonas, bikes)
      },
      not_paid: async () => {
        const { id, version_id } = await offered()
        return change(id, version_id)
      },
      policy_cancelled: async () => {
        const { id, version_id } = await soldPolicy(seller)
        await seller.cancel(id, version_id, { termination_date: '2029-06-30' })
        await platform.runDue()
        const shown = await seller.get(`/policies/${id}`)
        const { version_id: cancelled } = shown.json<{ version_id: string }>()
        return at('2029-07-01T09:15:00Z', () => change(id, cancelled))
      },
      policy_withdrawn: async () => {
        const { id, version_id } = await withdrawnPolicy(stage)
        return change(id, version_id)
      },
      policy_expired: async () => {
        const { id, version_id } = await offered()
        return at('2028-12-21T09:15:00Z', () => change(id, version_id))
      },
      customer: () => ofSold({ ...jonas, customer_id: unknownCustomer }),
      same_policyholder: async () => {
        const { id, version_id } = await soldPolicy(seller)
        const customer_id = await customerOf(seller, id)
        return change(id, version_id, { ...jonas, customer_id })
      },
      too_many_policies: async () => ofSold({ ...jonas, customer_id: await fullCustomer(stage) }),
      clock_advancing: () =>
        onceItMoves(stage, soldPolicy, (_, { id, version_id }) => change(id, version_id)),
    },
  }
}

/** Of persons in other roles. */
export function partyRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform, seller } = stage
  const manager = managerOn(platform)
  const of = (id: string) => `/manage/policies/${id}/parties`
  const sold = async () => of((await soldPolicy(seller)).id)
  const end = (path: string, id: string, body: JsonObject = { reason }) =>
    manager.post(`${path}/${id}/end`, body)
  const added = async (body: JsonObject = insured) => {
    const path = await sold()
    const { id } = (await manager.post(path, body)).json<{ id: string }>()
    return { path, id }
  }
  return {
    showParties: { policy: () => manager.get(of(unknownPolicy)) },
    addParty: {
      invalid_member: () => manager.post(of(unknownPolicy), { role: 'insured', last_name: 'Kind' }),
      party_day_not_possible: async () =>
        manager.post(await sold(), { ...insured, from: '2020-01-01' }),
      mandate_not_of_role: async () =>
        manager.post(await sold(), { ...insured, keeps_mandate: true }),
      policy: () => manager.post(of(unknownPolicy), insured),
      policy_not_issued: async () => manager.post(of((await madeOffer(seller)).id), insured),
      payer_taken: async () => manager.post((await added(payer)).path, payer),
      too_many_parties: async () => {
        const path = await sold()
        for (let n = 0; n < 20; n++) await manager.post(path, insured)
        return manager.post(path, insured)
      },
      clock_advancing: () =>
        onceItMoves(stage, soldPolicy, (_, { id }) => manager.post(of(id), insured)),
    },
    endParty: {
      invalid_member: () => end(of(unknownPolicy), unknownParty, {}),
      party_day_not_possible: async () => {
        const { path, id } = await added()
        return end(path, id, { reason, until: '2020-01-01' })
      },
      policy: () => end(of(unknownPolicy), unknownParty),
      party: async () => end(await sold(), unknownParty),
      party_ended: async () => {
        const { path, id } = await added()
        await end(path, id)
        return end(path, id)
      },
      party_is_policyholder: async () => {
        const by = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
        const { id, version_id } = await soldPolicy(seller)
        await by.post(`/policies/${id}/policyholder`, jonas, { 'if-match': version_id })
        const { parties } = (await manager.get(of(id))).json<{ parties: { id: string }[] }>()
        return end(of(id), parties[0]?.id ?? '')
      },
      clock_advancing: () =>
        onceItMoves(stage, soldPolicy, (_, { id }) => end(of(id), unknownParty)),
    },
  }
}

/** Of customers over all their policies. */
export function customerRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform, seller } = stage
  const manager = managerOn(platform)
  const of = (id: string) => `/manage/customers/${id}`
  const sold = async () => customerOf(seller, (await soldPolicy(seller)).id)
  const join = (id: string, customer_id: string) =>
    manager.post(`${of(id)}/join`, { customer_id, reason })
  return {
    showCustomer: { customer: () => manager.get(of(unknownCustomer)) },
    showCustomerAccount: {
      customer: () => manager.get(`${of(unknownCustomer)}/account`),
      invalid_member: () => manager.get(`${of(unknownCustomer)}/account?on=soon`),
    },
    joinCustomers: {
      invalid_member: () =>
        manager.post(`${of(unknownCustomer)}/join`, { customer_id: unknownCustomer }),
      customer: async () => join(await sold(), unknownCustomer),
      customers_joined: async () => {
        const id = await sold()
        return join(id, id)
      },
      too_many_policies: async () => join(await sold(), await fullCustomer(stage)),
    },
    splitCustomer: {
      invalid_member: () => manager.post(`${of(unknownCustomer)}/split`, {}),
      customer: () => manager.post(`${of(unknownCustomer)}/split`, { reason }),
      customer_not_joined: async () => manager.post(`${of(await sold())}/split`, { reason }),
    },
  }
}
