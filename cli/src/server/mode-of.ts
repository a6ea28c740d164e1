/** The mode of a secret key or a personal token, which begins with it. */
export function modeOf(key: string): 'test' | 'live' {
  return /^(?:sk|ut)_live_/.test(key) ? 'live' : 'test'
}
