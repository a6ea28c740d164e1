/** The attributes of `<bindery-checkout>`. */
export interface CheckoutAttributes {
  /** A public key (`pk_...`). */
  'public-key': string
  /** The integration that sells (`in_...`). */
  integration: string
  /** The address of the Bindery server. Needed unless the script itself comes from there. */
  server?: string
  /** One item of the product (`ins_...`); without it the customer chooses. */
  item?: string
  /** The language to begin with, such as `de`. */
  language?: string
  /** A version of the product (`prv_...`) that need not be on sale, with a test key. */
  version?: string
  /** The browser's back button leads to the previous step. */
  history?: boolean | ''
}

export type CheckoutStep = 'questions' | 'price' | 'person' | 'review' | 'payment' | 'done'

/** What happens in a checkout, with the `detail` of each event. All of them bubble. */
export interface CheckoutEvents {
  'bindery-open': { readonly name: string; readonly language: string }
  'bindery-step': { readonly step: CheckoutStep }
  'bindery-price': { readonly gross_payment_amount: number; readonly currency: string }
  /** Only a hint: for accounting, shipping or commission rely on webhooks. */
  'bindery-purchase': { readonly policy_id: string; readonly insurer_policy_id: string }
}

export type CheckoutEventMap = {
  [Name in keyof CheckoutEvents]: CustomEvent<CheckoutEvents[Name]>
}

export type BinderyCheckoutElement = HTMLElement

declare global {
  interface HTMLElementTagNameMap {
    'bindery-checkout': BinderyCheckoutElement
  }
  interface GlobalEventHandlersEventMap extends CheckoutEventMap {}
}
