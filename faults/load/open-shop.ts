import { setTimeout as sleep } from 'node:timers/promises'
import {
  monthlyPlan,
  monthlyProductKey,
  productKey,
  trackedPlan,
} from '../installation/founding.ts'
import type { Installation } from '../installation/installation.ts'
import type { Ledger } from '../ledger.ts'
import type { Random } from '../random.ts'
import type { StripeBeside } from '../stripe/open-stripe.ts'
import { type BankStatement, payByTransfer, sendFile } from './bookkeeper.ts'
import { openCardProvider } from './card-provider.ts'
import type { Client } from './client.ts'
import { type Counter, openCounter } from './counter.ts'
import { buy } from './customer.ts'
import { type Distributor, keySlip } from './slips.ts'
import { subscribe } from './subscriber.ts'

export interface OpenShop {
  readonly counter: Counter
  readonly distributors: readonly [Distributor, ...Distributor[]]
  /** Sends all that the bank has ever reported once more. */
  sendStatement(): Promise<void>
  /** Lets nobody in any more, and waits until everybody has been answered. */
  close(): Promise<void>
}

export interface ShopOptions {
  readonly installation: Installation
  readonly client: Client
  readonly ledger: Ledger
  readonly random: Random
  /** Some pay with it; null where nothing is sold with it. */
  readonly stripe?: StripeBeside | null
  readonly customers: number
  readonly isPatient: boolean
  /** Between two purchases of a customer, on average. */
  readonly pauseMs: number
}

const clerkPauseMs = 2_000
/** Customers who pay by the month, beside those who pay at once. */
const subscribers = 2
/** Companies that pay by transfer; a bookkeeper sends the files of the bank. */
const companies = 1

/** Customers buy, pay and change their minds until the shop closes; a clerk makes keys meanwhile. */
export async function openShop(options: ShopOptions): Promise<OpenShop> {
  const { installation, client, ledger, random } = options
  const counter = openCounter(client, ledger)
  const secret = installation.sandboxSecret
  const provider = openCardProvider({ client, ledger, random: random.fork('provider'), secret })
  const distributors = await findDistributors(counter, installation)
  const [seller, tracked] = await findOwnSellers(counter, installation)
  const closing = new AbortController()

  /** Again and again until closing time. A customer who loses patience has said so, and comes again. */
  async function keepComing(
    name: string,
    pauseMs: number,
    visit: (die: Random) => Promise<unknown>,
  ) {
    const die = random.fork(name)
    while (!closing.signal.aborted) {
      try {
        await visit(die)
      } catch (error) {
        ledger.violate('a customer left in the middle', { name, error: String(error) })
      }
      await sleep(die.between(0, 2 * pauseMs))
    }
  }

  const { pauseMs, isPatient, stripe = null } = options
  const insurerSecret = installation.demo.insurer.test.secret
  const desk = { counter, provider, stripe, ledger, insurerSecret, isPatient }
  const visits = Array.from({ length: options.customers }, (_, n) =>
    keepComing(`customer ${n}`, pauseMs, (die) =>
      buy({ ...desk, random: die, distributor: die.pick(distributors) }),
    ),
  )
  for (let n = 0; n < subscribers; n++) {
    const visit = (die: Random) => subscribe({ ...desk, random: die, distributor: seller, seller })
    visits.push(keepComing(`subscriber ${n}`, pauseMs, visit))
  }
  const statement: BankStatement = { lines: [] }
  const bookkeeper = { ...desk, distributor: tracked }
  for (let n = 0; n < companies; n++) {
    const visit = (die: Random) => payByTransfer({ ...bookkeeper, random: die }, statement)
    visits.push(keepComing(`company ${n}`, pauseMs, visit))
  }
  visits.push(keepComing('clerk', clerkPauseMs, () => counter.handIn(keySlip(installation.demo))))
  return {
    counter,
    distributors,
    sendStatement: () => sendFile(bookkeeper, statement.lines),
    async close() {
      closing.abort()
      await Promise.all(visits)
    },
  }
}

/** Two distributors sell the same product, each through an integration of its own. */
async function findDistributors(
  counter: Counter,
  { demo }: Installation,
): Promise<[Distributor, Distributor]> {
  const product = demo.products[productKey]
  if (product === undefined) throw new Error(`the demo has no product ${productKey}`)
  const shown = await counter.get(
    `/manage/products/${product.product_id}`,
    demo.insurer.test.secret,
  )
  const integrations = shown.body['integrations'] as { readonly id: string }[] // As documented.
  const other = integrations.find((one) => one.id !== product.integration_id)
  if (other === undefined) throw new Error(`${productKey} has only one integration`)
  return [
    {
      product,
      secret: demo.keys.test.secret,
      integrationId: product.integration_id,
      planId: null,
    },
    { product, secret: demo.other.test.secret, integrationId: other.id, planId: null },
  ]
}

/** The insurer sells by the month itself, as it has the clocks, and by transfer, as it has the bank. */
async function findOwnSellers(
  counter: Counter,
  { demo }: Installation,
): Promise<[Distributor, Distributor]> {
  const { secret } = demo.insurer.test
  const sellerOf = async (key: string, planKey: string): Promise<Distributor> => {
    const product = demo.products[key]
    if (product === undefined) throw new Error(`the demo has no product ${key}`)
    const shown = await counter.get(`/manage/products/${product.product_id}`, secret)
    const plans = shown.body['payment_plans'] as { readonly key: string; readonly id: string }[] // As documented.
    const plan = plans.find((one) => one.key === planKey)
    if (plan === undefined) throw new Error(`${key} has no plan ${planKey}`)
    return { product, secret, integrationId: product.integration_id, planId: plan.id }
  }
  const monthly = await sellerOf(monthlyProductKey, monthlyPlan)
  const days = { start_date: '2027-03-02', purchase_date: '2027-02-01' }
  const quote = { ...monthly.product.quote, ...days, payment: 'monthly' }
  return [
    { ...monthly, product: { ...monthly.product, quote } },
    await sellerOf(productKey, trackedPlan),
  ]
}
