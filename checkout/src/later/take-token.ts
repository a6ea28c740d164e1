/** The tokens of this page, for where the browser keeps nothing. */
const taken = new Map<string, string>()

/**
 * The token of a link, which is nobody else's: it is taken out of the address, where every script of the page
 * and every copy would have it, and kept for this tab, so that a reload and the way back from a bank go on.
 * Empty where neither the address nor the tab has one.
 */
export function takeToken(key: string, given: string, fragment = ''): string {
  if (given === '') return taken.get(key) ?? keptIn(key)
  taken.set(key, given)
  try {
    sessionStorage.setItem(key, given)
  } catch {
    // Then the customer opens the link again after a reload.
  }
  const bare = location.href.replace(/#.*/s, '')
  history.replaceState(history.state, '', fragment === '' ? bare : `${bare}#${fragment}`)
  return given
}

function keptIn(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
