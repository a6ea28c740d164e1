/** Who can take the money on every installation. Payments has one of each name, or does not compile. */
const platformProviders = {
  /** They collect in the insurer's name, and may report what came in. */
  invoice: { collectsElsewhere: true },
  distributor: { collectsElsewhere: true },
  sandbox: { collectsElsewhere: false },
} as const
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
  mollie nets paddle payone paypal payrexx paysafe postfinance razorpay saferpay square stripe sumup
  swish trustly twint unzer wallee worldline worldpay
  ach bacs bank bank_transfer card cash credit_card debit_card direct_debit open_banking sepa
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
  if (isPlatformProvider(provider)) return platformProviders[provider].collectsElsewhere
  return !isReservedProvider(provider)
}

function isPlatformProvider(name: string): name is ProviderName {
  return providerNames.includes(name)
}
