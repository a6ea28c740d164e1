import type { CreatePayment } from '@bindery/sdk/generated'
import type { ComponentChildren } from 'preact'
import type { Words } from '../words/words.ts'

/**
 * A way to pay on the page. A new provider needs one: its name, its view once it is chosen, and the
 * options that it sends.
 */
export interface Way {
  readonly provider: string
  title(words: Words): string
  note(words: Words): string
  /** Of the provider; any where none is named. */
  readonly method?: string
  /** What the button does: takes the money, orders, or leads on to a form that takes the money. */
  readonly button: 'pay' | 'order' | 'continue'
  /** Its own questions, where it has some. */
  readonly View?: (props: WayProps) => ComponentChildren
  /** The options of the payment request, from the customer's entries. */
  paymentOptions(entered: Entered): Pick<CreatePayment, 'sandbox'>
}

export type Entered = Readonly<Record<string, string>>

export interface WayProps {
  readonly words: Words
  readonly entered: Entered
  readonly enter: (name: string, value: string) => void
}
