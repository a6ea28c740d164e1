/** What is used of the script of Stripe. */
export interface Stripe {
  elements(options: {
    readonly clientSecret: string
    readonly locale: string
    readonly appearance: Appearance
  }): StripeElements
  confirmPayment(request: {
    readonly elements: StripeElements
    readonly confirmParams: { readonly return_url: string }
    /** Card payments go on here; who has to go to a page of the bank goes there. */
    readonly redirect: 'if_required'
  }): Promise<{ readonly error?: StripeError }>
}

export interface StripeElements {
  create(type: 'payment', options: object): PaymentElement
  update(changes: { readonly locale?: string; readonly appearance?: Appearance }): void
}

interface PaymentElement {
  mount(place: HTMLElement): void
  destroy(): void
  on(event: 'ready' | 'loaderror', run: () => void): void
}

export interface StripeError {
  readonly type: string
  readonly code?: string
  /** In the language of the form. */
  readonly message?: string
}

export interface Appearance {
  readonly theme: 'stripe' | 'night'
  readonly variables: Readonly<Record<string, string>>
  readonly rules: Readonly<Record<string, Readonly<Record<string, string>>>>
}

type StripeFactory = (publishableKey: string) => Stripe

/** Of the release of the API that the server speaks; Stripe serves it from nowhere else. */
const address = 'https://js.stripe.com/endive/stripe.js'
const timeoutMs = 20_000

let loading: Promise<StripeFactory> | null = null

/** Loads the script once for all forms; after a failure the next form tries again. */
export async function loadStripe(): Promise<StripeFactory> {
  loading ??= load()
  try {
    return await loading
  } catch (error) {
    loading = null
    throw error
  }
}

function load(): Promise<StripeFactory> {
  // The page around may use Stripe itself.
  const known = factoryOnPage()
  if (known !== null) return Promise.resolve(known)
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error('the script of Stripe did not load'))
    }
    const timer = setTimeout(fail, timeoutMs)
    script.addEventListener('load', () => {
      clearTimeout(timer)
      const factory = factoryOnPage()
      if (factory === null) fail()
      else resolve(factory)
    })
    script.addEventListener('error', () => {
      clearTimeout(timer)
      fail()
    })
    script.src = address
    document.head.append(script)
  })
}

function factoryOnPage(): StripeFactory | null {
  const { Stripe: factory } = window as { Stripe?: StripeFactory }
  return factory ?? null
}
