import { BinderyError } from '../bindery-error.ts'
import type { Client } from '../client.ts'
import type { CreateOffer, Form } from '../generated.ts'
import { dayIn, dayOfPhrase, momentIn } from './calendar.ts'
import { SimulationError } from './simulation-error.ts'
import type { SimulatedProduct } from './steps.ts'
import { versionOf } from './version-of.ts'

export interface Sale {
  /** The product. A folder is stored as a what-if version; nothing is pushed or put on sale. */
  readonly product: SimulatedProduct
  /** The day of the sale, such as 2027-01-20; today by default. */
  readonly at?: string
  /** The answers of the customer. A day may be a phrase such as `+120 days`, counted from the sale. */
  readonly quote: Readonly<Record<string, unknown>>
  /** The customer and the other data of the offer. */
  readonly policy: Partial<Omit<CreateOffer, 'quote_token'>>
  /** By its key; the first one by default. */
  readonly item?: string
  /** By its key; the first one by default. */
  readonly plan?: string
  /** By its key; the first one by default. */
  readonly integration?: string
  /**
   * The payment method: by default a sandbox card where the plan accepts one, else the first method of
   * the plan. Without a method, the first of that provider.
   */
  readonly payment?: Pick<PayBy, 'provider'> & Partial<PayBy>
}

/** An offer on its own test clock. */
export interface Offered {
  readonly clockId: string
  readonly timeZone: string
  readonly soldOn: string
  /** The first day of cover. */
  readonly start: string
  readonly policyId: string
  readonly paymentToken: string
  readonly terms: Terms
}

export interface PayBy {
  readonly provider: string
  readonly method: string
}

/** Everything about the product that a quote names. */
export interface Terms {
  readonly productVersionId: string
  readonly integrationId: string
  readonly form: Form
  readonly itemId: string
  readonly plan: Form['subscription_plans'][number]
}

export async function chooseTerms(client: Client, sale: Sale): Promise<Terms> {
  const { manage, forms } = client
  const productVersionId = await versionOf(client, sale.product)
  const version = await manage.products.version(productVersionId)
  const integration = named(version.integrations, sale.integration, 'integration')
  const form = await forms.get(integration.id, {
    product_version_id: productVersionId,
    live_integration: 'false',
  })
  const keyed = form.items.map((item) => ({
    ...item,
    key: version.items.find(({ id }) => id === item.id)?.key ?? item.name,
  }))
  return {
    productVersionId,
    integrationId: integration.id,
    form,
    itemId: named(keyed, sale.item, 'item').id,
    plan: named(form.subscription_plans, sale.plan, 'payment plan'),
  }
}

const saleTime = '12:00:00'

/** Makes an offer on a new test clock, on which the version is published too. */
export async function makeOffer(client: Client, sale: Sale, terms: Terms): Promise<Offered> {
  const { form, productVersionId } = terms
  const { time_zone: timeZone } = form
  const soldOn = sale.at ?? dayIn(timeZone, new Date().toISOString())
  const clock = await client.manage.clocks.create({ at: momentIn(timeZone, soldOn, saleTime) })
  await client.manage.clocks.publish(clock.id, { product_version_id: productVersionId })
  const asked = {
    item_id: terms.itemId,
    subscription_plan_id: terms.plan.id,
    integration_id: terms.integrationId,
    product_version_id: productVersionId,
    live_integration: 'false',
    data: withDays(sale.quote, soldOn),
  } as const
  const quote = await client.quotes
    .create(asked, { testClock: clock.id })
    .catch((error: unknown) => {
      throw inKeysOfPlans(error, terms)
    })
  const { data = {}, ...customer } = sale.policy
  const offer = await client.offers.create({
    first_name: 'Ada',
    last_name: 'Lang',
    email: 'ada.lang@example.com',
    language: form.default_language,
    ...customer,
    data: withDays(data, soldOn),
    quote_token: quote.token,
  })
  const { start_date: start } = await client.policies.get(offer.id)
  return {
    clockId: clock.id,
    timeZone,
    soldOn,
    start: dayIn(timeZone, start),
    policyId: offer.id,
    paymentToken: offer.payment_token,
    terms,
  }
}

/** Replaces the plan ids of the API by keys, which the user knows. */
function inKeysOfPlans(error: unknown, { form, plan }: Terms): unknown {
  if (!(error instanceof BinderyError)) return error
  const misfit = error.errors.find(({ field }) => field === 'subscription_plan_id')
  const named: unknown = misfit?.params?.['in']
  const fitting = form.subscription_plans.filter(
    ({ id }) => Array.isArray(named) && named.includes(id),
  )
  if (fitting.length === 0) return error
  return new SimulationError(`The answers do not fit the payment plan ${plan.key}.`, {
    fix: `Choose the payment plan ${fitting.map(({ key }) => key).join(' or ')}.`,
    cause: error,
  })
}

/** The payment method: as given, else a sandbox card, else the first of the plan. */
export function wayToPay({ plan }: Terms, given: Sale['payment']): PayBy {
  if (given === undefined) {
    const payment = cardOf(plan) ?? plan.methods[0]
    if (payment !== undefined) return { provider: payment.provider, method: payment.method }
    throw new SimulationError(`The payment plan ${plan.key} has no payment method for test mode.`)
  }
  const { provider } = given
  const method = given.method ?? plan.methods.find((listed) => listed.provider === provider)?.method
  if (method !== undefined) return { provider, method }
  const known = [...new Set(plan.methods.map((listed) => listed.provider))]
  throw new SimulationError(`The payment plan ${plan.key} does not accept ${provider}.`, {
    fix: `It accepts: ${known.join(', ')}.`,
  })
}

export function cardOf({ methods }: Terms['plan']): PayBy | undefined {
  return methods.find(({ provider }) => provider === 'sandbox')
}

/** Replaces phrases such as `+120 days` by days, at any depth. */
function withDays(
  value: Readonly<Record<string, unknown>>,
  today: string,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withDay(one, today)]))
}

function withDay(value: unknown, today: string): unknown {
  if (typeof value === 'string') return dayOfPhrase(value, today) ?? value
  if (Array.isArray(value)) return value.map((one: unknown) => withDay(one, today))
  return typeof value === 'object' && value !== null ? withDays({ ...value }, today) : value
}

function named<One extends { readonly key: string }>(
  all: readonly One[],
  key: string | undefined,
  what: string,
): One {
  const found = key === undefined ? all[0] : all.find((one) => one.key === key)
  if (found !== undefined) return found
  const keys = all.map((one) => one.key).join(', ')
  throw new SimulationError(
    key === undefined ? `The product has no ${what}.` : `The product has no ${what} ${key}.`,
    { fix: keys === '' ? '' : `It has ${keys}.` },
  )
}
