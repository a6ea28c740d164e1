/**
 * The content security policy of our pages: they load our own scripts and styles, and call our own
 * server. Resources of other origins are the logo of a product, and the form of Stripe where customers
 * pay with it; injected scripts do not run.
 */
export function pagePolicy(
  frameAncestors: string,
  { logos = [], paysWithStripe = false }: PageNeeds = {},
): string {
  const { scripts, frames, api } = paysWithStripe ? stripeSources : noSources
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self'",
    ["img-src 'self' data:", ...logos].join(' '),
    ["connect-src 'self'", ...api].join(' '),
    ...(frames.length === 0 ? [] : [['frame-src', ...frames].join(' ')]),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
}

/** What a page loads from others. */
interface PageNeeds {
  readonly logos?: readonly string[]
  readonly paysWithStripe?: boolean
}

interface Sources {
  readonly scripts: readonly string[]
  readonly frames: readonly string[]
  readonly api: readonly string[]
}

const noSources: Sources = { scripts: [], frames: [], api: [] }

const formOrigins = ['https://js.stripe.com', 'https://*.js.stripe.com'] as const

/** As Stripe documents them for its script, without the search for addresses, which no page here has. */
const stripeSources: Sources = {
  scripts: formOrigins,
  frames: [...formOrigins, 'https://hooks.stripe.com'],
  api: ['https://api.stripe.com'],
}

/** The origins of the integration and our own; any origin if the integration lists none. */
export function framedBy(origins: readonly string[] | null): string {
  return origins === null || origins.length === 0 ? '*' : ["'self'", ...origins].join(' ')
}
