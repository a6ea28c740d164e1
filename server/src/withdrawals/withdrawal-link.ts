import type { ProductId } from '../kernel/index.ts'

/** The page on which customers of a product withdraw. */
export function withdrawalLink(
  publicUrl: string,
  { productId, livemode }: { readonly productId: ProductId; readonly livemode: boolean },
): string {
  return `${publicUrl}/withdraw/${productId}${livemode ? '' : '?mode=test'}`
}
