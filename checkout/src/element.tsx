import { render } from 'preact'
import * as pieces from './pieces.ts'
import { openSale } from './sale/open-sale.ts'
import { type Sale, type Step, steps } from './sale/sale.ts'
import css from './style.css'
import { Checkout } from './views/checkout.tsx'

/**
 * Where the script comes from that a server serves, the API is too. Of a script that was bundled with a
 * page nobody knows: its page says so, in the attribute `server`.
 */
const isServed = /\/checkout\/element\.js(?:$|[?#])/.test(import.meta.url)
const home = isServed ? new URL('../', import.meta.url) : null

const noServer =
  '<bindery-checkout> needs the address of its server: set the attribute server, for example server="https://cover.example.com".'

/** Frameworks that render on a server import this module there too, without HTMLElement. */
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)

let sheet: CSSStyleSheet | undefined

/** Created once, because a page may hold several checkouts. */
function style(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
  }
  return sheet
}

/**
 * `<bindery-checkout public-key="pk_..." integration="in_..." item="ins_..." language="de">` sells an
 * integration's product wherever it stands. The key was once called `key`, which React and Vue keep for
 * themselves; it is still read. The element sends the page `bindery-step`, `bindery-price` and
 * `bindery-purchase`. The purchase event is only a hint: rely on webhooks instead.
 */
class BinderyCheckout extends Base {
  static readonly observedAttributes = [
    'public-key',
    'key',
    'server',
    'integration',
    'item',
    'language',
    'version',
  ]
  #sale: Sale | null = null
  #leaveHistory: (() => void) | null = null

  connectedCallback(): void {
    if (this.shadowRoot === null) {
      this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [style()]
    }
    this.#open()
  }

  disconnectedCallback(): void {
    this.#close()
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (!this.isConnected || before === after) return
    this.#close()
    this.#open()
  }

  #open(): void {
    const root = this.shadowRoot
    if (root === null) return
    const base = this.#server()
    if (base === null) {
      render(<p role="alert">{noServer}</p>, root)
      return
    }
    // Drawn once for all that happens at a time, and never while it is being drawn: a field that is
    // taken away loses the focus, and leaving a field is something that happens.
    let isDue = false
    const show = () => {
      if (isDue) return
      isDue = true
      queueMicrotask(() => {
        isDue = false
        if (this.#sale === sale) render(<Checkout sale={sale} state={sale.state()} />, root)
      })
    }
    const sale = openSale(
      {
        base,
        key: this.getAttribute('public-key') ?? this.getAttribute('key') ?? '',
        integration: this.getAttribute('integration') ?? '',
        item: this.getAttribute('item'),
        language: this.getAttribute('language'),
        version: this.getAttribute('version'),
      },
      pieces,
      show,
      (name, detail) => this.#emit(name, detail),
    )
    this.#sale = sale
    if (this.hasAttribute('history')) this.#leaveHistory = followHistory(sale, this)
    show()
    void sale.open()
  }

  /** Null where the attribute is missing or not an address. */
  #server(): URL | null {
    const given = this.getAttribute('server')
    if (given === null) return home
    const address = given.endsWith('/') ? given : `${given}/`
    return URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : null
  }

  #close(): void {
    this.#sale?.close()
    this.#sale = null
    this.#leaveHistory?.()
    this.#leaveHistory = null
  }

  #emit(name: string, detail: object): void {
    const event = new CustomEvent(`bindery-${name}`, { detail, bubbles: true, composed: true })
    this.dispatchEvent(event)
  }
}

/** On the hosted page the back button leads to the previous step. */
function followHistory(sale: Sale, element: HTMLElement): () => void {
  history.replaceState({ bindery: sale.state().step }, '')
  const onStep = (event: Event) => {
    const { step } = (event as CustomEvent<{ step: Step }>).detail
    const { bindery } = Object(history.state) as { bindery?: Step }
    const isBack = bindery !== undefined && steps.indexOf(step) <= steps.indexOf(bindery)
    if (isBack) history.replaceState({ bindery: step }, '')
    else history.pushState({ bindery: step }, '')
  }
  const onPop = () => {
    const { bindery } = Object(history.state) as { bindery?: Step }
    if (bindery !== undefined) void sale.back(bindery)
  }
  element.addEventListener('bindery-step', onStep)
  addEventListener('popstate', onPop)
  return () => {
    element.removeEventListener('bindery-step', onStep)
    removeEventListener('popstate', onPop)
  }
}

if (globalThis.customElements?.get('bindery-checkout') === undefined) {
  globalThis.customElements?.define('bindery-checkout', BinderyCheckout)
}
