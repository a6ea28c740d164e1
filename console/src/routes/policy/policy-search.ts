/** What the address says besides the policy. */
export interface PolicySearch {
  readonly tab?: string
  /** The day that is looked at; today without it. */
  readonly day?: string
  /** The moment as of which it is looked at; now without it. */
  readonly known?: string
  readonly from?: string
  readonly to?: string
}
