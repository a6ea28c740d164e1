const lettersMax = 300
/** Of what a stranger sends no more is looked at: addresses may be hard to find in it. */
const lettersReadMax = 2_000

/** What a server said, without the addresses that it may repeat. */
export function withoutAddresses(reply: string): string {
  return reply
    .slice(0, lettersReadMax)
    .replaceAll(/<?[^\s<>@]+@[^\s<>@]+>?/g, '…')
    .replaceAll(/[\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, lettersMax)
}
