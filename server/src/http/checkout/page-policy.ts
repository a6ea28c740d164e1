/**
 * The content security policy of our pages: they load our own scripts and styles, and call our own
 * server. The only resource of another origin is the logo of a product, and injected scripts do not
 * run.
 */
export function pagePolicy(frameAncestors: string, logos: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...logos].join(' '),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
}

/** The origins of the integration and our own; any origin if the integration lists none. */
export function framedBy(origins: readonly string[] | null): string {
  return origins === null || origins.length === 0 ? '*' : ["'self'", ...origins].join(' ')
}
