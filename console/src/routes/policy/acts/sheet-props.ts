import type { Policy } from '@bindery/sdk'

/** What every sheet about a policy is given. */
export interface SheetProps {
  readonly policy: Policy
  readonly onClose: () => void
}
