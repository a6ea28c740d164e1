/** What a provider can do with one of its methods. The contract suite of the tests holds each to it. */
export interface ProviderAbilities {
  /** `elsewhere`: another party takes the money, and payments are `ok` at once. */
  readonly collects: 'here' | 'elsewhere'
  /** Whether customers can pay an offer by it. */
  readonly firstPayment: boolean
  /** Whether a customer can give a mandate, with a payment or without one. */
  readonly mandate: boolean
  /** Whether instalments are collected by the mandate, without the customer. */
  readonly offSession: boolean
  readonly refund: boolean
  /** Whether its payments can be disputed, or charged back. */
  readonly dispute: boolean
  /** Whether the outcome may take days. */
  readonly slowSettlement: boolean
  /** How many days before the due day a collection is ordered. */
  readonly leadDays: number
  /** How many days before a debit the customer must be notified. */
  readonly noticeDays: number
  /** The most that one debit may be, unless the provider allows more; null for no limit. */
  readonly debitMax: { readonly amount: number; readonly currency: string } | null
  /** Whether an insurer needs an account there, whose credentials are stored for each mode. */
  readonly credentials: boolean
}

const elsewhere: ProviderAbilities = {
  collects: 'elsewhere',
  firstPayment: true,
  mandate: false,
  offSession: false,
  refund: true,
  dispute: false,
  slowSettlement: false,
  leadDays: 0,
  noticeDays: 0,
  debitMax: null,
  credentials: false,
}

const card: ProviderAbilities = {
  ...elsewhere,
  collects: 'here',
  mandate: true,
  offSession: true,
  dispute: true,
}

const transfer: ProviderAbilities = {
  ...elsewhere,
  collects: 'here',
  slowSettlement: true,
  credentials: true,
}

/**
 * A debit by SEPA is ordered for a day that is at least three days ahead, over weekends too, and the
 * customer is told two weeks before.
 */
const sepaDebit: ProviderAbilities = {
  ...card,
  credentials: true,
  slowSettlement: true,
  leadDays: 5,
  noticeDays: 14,
  debitMax: { amount: 10_000_00, currency: 'eur' },
}

/**
 * Who can take the money on every installation. Payments has one of each name, or does not compile.
 * With `methods` only these can be listed in a plan; without, a method is a word of the product.
 */
const platformProviders = {
  /** They collect in the insurer's name, and may report what came in. */
  invoice: { abilities: elsewhere, methods: null },
  distributor: { abilities: elsewhere, methods: null },
  sandbox: { abilities: { ...card, slowSettlement: true }, methods: null },
  bank_transfer: { abilities: transfer, methods: ['transfer'] },
  stripe: {
    abilities: { ...card, credentials: true },
    methods: ['card', 'sepa_debit'],
    byMethod: { sepa_debit: sepaDebit },
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly abilities: ProviderAbilities
      readonly methods: readonly string[] | null
      /** What is different with some of its methods. */
      readonly byMethod?: Readonly<Record<string, ProviderAbilities>>
    }
  >
>
export type ProviderName = keyof typeof platformProviders
export const providerNames: readonly string[] = Object.keys(platformProviders)

/**
 * A provider that an insurer has declared under a name of its own. It collects outside of the platform:
 * whoever is to be called over a network needs code of its own, and a name in the list above.
 */
export interface OwnProvider {
  readonly name: string
  readonly methods: readonly string[]
}

export interface DeclaredProvider extends OwnProvider {
  readonly createdAt: Temporal.Instant
}

export const ownProvidersMax = 50
export const ownMethodsMax = 10
export const providerNameCharactersMax = 60

/** Names that the platform may work with one day, or that say nothing of who sends the invoice. */
const reservedNames: ReadonlySet<string> = new Set(
  `adyen amazon_pay apple_pay braintree checkout computop datatrans dlocal gocardless google_pay klarna
  mollie nets paddle payone paypal payrexx paysafe postfinance razorpay saferpay square sumup
  swish trustly twint unzer wallee worldline worldpay
  ach bacs bank card cash credit_card debit_card direct_debit open_banking sepa
  sepa_debit transfer wallet
  bindery none null platform test unknown`.split(/\s+/),
)

/** Whether an insurer may declare no provider of this name. `bank-transfer` is `bank_transfer` to a reader. */
export function isReservedProvider(name: string): boolean {
  const plain = name.replaceAll('-', '_')
  return providerNames.includes(plain) || reservedNames.has(plain)
}

/**
 * Whether somebody collects outside of the platform, also where the provider is there no longer. Every
 * name that is neither the platform's nor reserved is an insurer's own, and all of those do.
 */
export function isCollectedElsewhere(provider: string): boolean {
  if (isPlatformProvider(provider))
    return platformProviders[provider].abilities.collects === 'elsewhere'
  return !isReservedProvider(provider)
}

/** What a provider can do; one that an insurer has declared is an invoice under another name. */
export function abilitiesOf(provider: string, method?: string): ProviderAbilities {
  if (!isPlatformProvider(provider)) return elsewhere
  const { abilities } = platformProviders[provider]
  return (method === undefined ? undefined : abilitiesByMethod(provider)[method]) ?? abilities
}

/** Of the methods that can something else than their provider. */
export function abilitiesByMethod(provider: string): Readonly<Record<string, ProviderAbilities>> {
  if (!isPlatformProvider(provider)) return {}
  const row = platformProviders[provider]
  return 'byMethod' in row ? row.byMethod : {}
}

/** The methods of a provider of the platform; null where a method is a word of the product. */
export function platformMethods(provider: string): readonly string[] | null {
  return isPlatformProvider(provider) ? platformProviders[provider].methods : null
}

function isPlatformProvider(name: string): name is ProviderName {
  return providerNames.includes(name)
}
