import type {
  AccountId,
  ItemId,
  PricingRevisionId,
  ProductId,
  ProductVersionId,
} from '../kernel/index.ts'

/** A price above the largest amount, and the product that has it. Names no customer and no answer. */
export interface PriceOutOfRange {
  readonly insurerId: AccountId
  readonly productId: ProductId
  readonly productVersionId: ProductVersionId
  readonly itemId: ItemId
  readonly pricingRevisionId: PricingRevisionId
  /** For example `output gross_premium`. */
  readonly place: string
  /** In whole minor units; a text, since it may have more digits than a number can hold. */
  readonly price: string
}
