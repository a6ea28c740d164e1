import { wrongVersion } from '../reasons.ts'

const vendorType = /^application\/vnd\.[^\s;,/]+\.v(\d{1,4})\+json$/i

/**
 * The API version is in the Accept header. Any vendor name is accepted, so that clients of other
 * platforms only change the address. A wrong version is always refused, a missing one only where
 * the contract requires it.
 */
export function assertVersionAccepted(
  accept: string | undefined,
  wanted: { readonly version: number; readonly isRequired: boolean; readonly vendor: string },
): void {
  const versions = (accept ?? '')
    .split(',')
    .map((one) => vendorType.exec(one.split(';', 1)[0]?.trim() ?? '')?.[1])
    .filter((version) => version !== undefined)
    .map(Number)
  if (versions.includes(wanted.version)) return
  if (versions.length === 0 && !wanted.isRequired) return
  throw wrongVersion(`application/vnd.${wanted.vendor}.v${wanted.version}+json`)
}
