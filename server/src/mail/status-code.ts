/**
 * Whether an enhanced status code (RFC 3463) says that the address of the recipient is none. 5.1.7 and
 * 5.1.8 are about the sender's.
 */
export function isUnknownMailbox(status: string): boolean {
  return /^5\.1\.(?:0|1|2|3|4|6|10)$/.test(status)
}
