/**
 * What a page of ours may do: load our own scripts and styles, and ask our own server. Nothing of
 * anybody else's is ever loaded but a logo that the product names by its address, and no script that
 * somebody managed to write into it runs.
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

/** Those that the integration is sold on, and our own; where it lists none, anybody. */
export function framedBy(origins: readonly string[] | null): string {
  return origins === null || origins.length === 0 ? '*' : ["'self'", ...origins].join(' ')
}
