import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { BinderyCheckoutElement, CheckoutAttributes, CheckoutEventMap } from './index.js'

/** React 19 listens to an event of a custom element by `on` and its name. */
type Listeners = {
  [Name in keyof CheckoutEventMap as `on${Name}`]?: (event: CheckoutEventMap[Name]) => void
}

export type CheckoutProps = DetailedHTMLProps<
  HTMLAttributes<BinderyCheckoutElement>,
  BinderyCheckoutElement
> &
  CheckoutAttributes &
  Listeners

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'bindery-checkout': CheckoutProps
    }
  }
}
