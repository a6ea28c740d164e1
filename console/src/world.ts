/** An account in one of its two modes: nothing of one world is ever shown in another. */
export interface World {
  readonly mode: Mode
  /** The key of an insurer, the id of a distributor. */
  readonly account: string
}

export type Mode = 'test' | 'live'

const lastWorldKey = 'bindery-console-world'

/** The world of an address such as `/console/test/demo-insurance/policies`; null without one. */
export function readWorld(path: string): World | null {
  const [, mode, account] = /^\/console\/(test|live)\/([^/]+)/.exec(path) ?? []
  if (account === undefined || (mode !== 'test' && mode !== 'live')) return null
  return { mode, account: decodeURIComponent(account) }
}

/** Where the pages of a world begin. Another world is another page load: no cache is shared. */
export function basePathOf({ mode, account }: World): string {
  return `/console/${mode}/${encodeURIComponent(account)}`
}

export function accountNameInPath(account: {
  readonly kind: string
  readonly key: string
  readonly id: string
}): string {
  return account.kind === 'insurer' ? account.key : account.id
}

export function rememberWorld(world: World): void {
  localStorage.setItem(lastWorldKey, basePathOf(world))
}

export function lastWorld(): World | null {
  return readWorld(localStorage.getItem(lastWorldKey) ?? '')
}
