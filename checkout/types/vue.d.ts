import type { BinderyCheckoutElement, CheckoutAttributes, CheckoutEventMap } from './index.js'

/** Vue writes the listener of `bindery-price` as `onBinderyPrice`. */
interface Listeners {
  onBinderyOpen?: (event: CheckoutEventMap['bindery-open']) => void
  onBinderyStep?: (event: CheckoutEventMap['bindery-step']) => void
  onBinderyPrice?: (event: CheckoutEventMap['bindery-price']) => void
  onBinderyPurchase?: (event: CheckoutEventMap['bindery-purchase']) => void
}

type Emit = <Name extends keyof CheckoutEventMap>(name: Name, event: CheckoutEventMap[Name]) => void

declare module 'vue' {
  interface GlobalComponents {
    'bindery-checkout': new () => BinderyCheckoutElement & {
      $props: CheckoutAttributes & Listeners
      $emit: Emit
    }
  }
}
