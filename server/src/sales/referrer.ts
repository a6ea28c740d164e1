/** The allowed origin that a referrer's address belongs to, or null. */
export function matchReferrer(
  referrerUrl: string | null,
  allowedOrigins: readonly string[],
): string | null {
  if (referrerUrl === null || !URL.canParse(referrerUrl)) return null
  const { origin } = new URL(referrerUrl)
  return allowedOrigins.find((allowed) => allowed === origin) ?? null
}
