/** What a drafted product is called and where it is sold. */
export interface ProductNames {
  readonly key: string
  readonly name: string
  readonly policyPrefix: string
  /** The key of the account that sells it. */
  readonly distributor: string
  readonly currency: string
  readonly timeZone: string
  readonly languages: readonly string[]
}
