import { workingMeanwhile } from '@bindery/server/test/builders/clock.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BinderyError, type Simulation, SimulationError, simulate } from '../src/index.ts'
import { type Shop, failureOf, openShop } from './support.ts'

let shop: Shop
let simulation: Simulation
beforeAll(async () => {
  shop = await openShop({ leavesDocuments: true })
  const { live_version_id: live } = await shop.manager().manage.products.get('cyber')
  simulation = {
    product: { product_version_id: live ?? '' },
    at: '2027-01-20',
    quote: { ...shop.product.quote, policy_start_date: '+10 days' },
    policy: { ...shop.product.policy },
    plan: 'yearly',
    years: 1,
  }
})
afterAll(() => shop.platform.close())

const run = (more: Partial<Simulation> = {}) =>
  workingMeanwhile(shop.platform, simulate(shop.manager(), { ...simulation, ...more }))

describe('a simulation', () => {
  it('returns the life of a policy, for tests of a product', async () => {
    const life = await run({
      steps: [
        { month: 3, change: { deductible: 1_000_000 } },
        { month: 4, update: { email: 'new@example.com' } },
        { month: 6, cancel: {} },
        { month: 6, day: 10, reinstate: {} },
        { month: 6, day: 10, pay: true },
      ],
    })
    expect(life.policy).toMatchObject({ status: 'paid', email: 'new@example.com' })
    expect(life.terms).toEqual([
      { first_day: '2027-01-30', last_day: '2028-01-29' },
      { first_day: '2028-01-30', last_day: null },
    ])
    expect(life.prices.map(({ from }) => from)).toEqual(['2027-01-30', '2027-03-30'])
    expect(life.account.owed).toBe(0)
    expect(life.invoices.every(({ open }) => open === 0)).toBe(true)
    expect(life.steps.map(({ day, verb }) => `${day} ${verb}`)).toEqual([
      '2027-03-30 change',
      '2027-04-30 update',
      '2027-06-30 cancel',
      '2027-07-09 reinstate',
      '2027-07-09 pay',
    ])
    const types = life.events
      .map(({ type }) => type)
      .filter((type) => /^(policy|renewal)/.test(type))
    expect(types.filter((type) => !type.endsWith('_requested'))).toEqual([
      'policy.issued',
      'policy.endorsed',
      'policy.endorsed',
      'policy.cancelled',
      'policy.reinstatement_proposed',
      'policy.reinstated',
      'renewal.offered',
      'policy.renewed',
    ])
  })

  it('that cannot go on says at which step, and what the server says of it', async () => {
    const steps = [{ month: 2, change: { insured_sum: 1 } }]
    const refused = await failureOf(run({ steps }))
    expect(refused).toBeInstanceOf(SimulationError)
    expect(refused).toMatchObject({ step: 0, message: expect.stringContaining('2027-03-01') })
    expect(refused).toHaveProperty('cause', expect.any(BinderyError))
    expect(await failureOf(run({ years: 21 }))).toMatchObject({ step: null })
    expect(await failureOf(run({ integration: 'shop' }))).toMatchObject({
      message: 'The product has no integration shop.',
      fix: expect.stringContaining('webshop'),
    })
    const seller = shop.client()
    expect(await failureOf(simulate(seller, simulation))).toBeInstanceOf(BinderyError)
  })
})
