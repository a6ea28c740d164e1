import type {
  AccountId,
  DeclarationId,
  PolicyId,
  ProductId,
  ProductVersionId,
} from '../kernel/index.ts'

/** `open`: the platform or a person has to see to it. */
export const declarationStates = ['open', 'settled', 'refused'] as const
export type DeclarationState = (typeof declarationStates)[number]

/** A withdrawal that somebody has declared on the public page. */
export interface Declaration {
  readonly id: DeclarationId
  readonly livemode: boolean
  readonly insurerId: AccountId
  /** Whose page it was; the policy may be of another product of the insurer. */
  readonly productId: ProductId
  readonly productVersionId: ProductVersionId
  readonly content: DeclaredContent
  readonly state: DeclarationState
  /**
   * Why the platform has left it to a person; null as long as it has not: `no_policy`, `customer_differs`,
   * `withdrawal_failed`, or the code by which the withdrawal was refused.
   */
  readonly problem: string | null
  /** The policy with the number, or the one that it was settled with. */
  readonly policyId: PolicyId | null
  /** What the person wrote who settled or refused it. */
  readonly reason: string | null
  /** The key or the person; null for the platform. */
  readonly settledBy: string | null
  readonly settledAt: Temporal.Instant | null
  /** To the millisecond: what the law asks for is the moment of receipt. */
  readonly receivedAt: Temporal.Instant
}

/** What was declared, as it was entered. */
export interface DeclaredContent {
  readonly name: string
  readonly policyNumber: string
  readonly email: string
  readonly language: string
}
