/** A request of Stripe's API: a form whose names nest by brackets. */
export type Form = { readonly [name: string]: Form | string | undefined }

export function readForm(text: string): Form {
  const root: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    const last = path.pop() ?? ''
    let at = root
    for (const part of path) at = (at[part] ??= {}) as Record<string, unknown> // Names of lists too.
    at[last] = value
  }
  return root as Form // Nothing but texts and such records was put in.
}

export function textIn(form: Form, name: string): string | null {
  const value = form[name]
  return typeof value === 'string' ? value : null
}

/** A text that is nested. */
export function textAt(form: Form, ...path: readonly string[]): string | null {
  const [name = '', ...rest] = path
  const value = form[name]
  if (rest.length === 0) return typeof value === 'string' ? value : null
  return typeof value === 'object' ? textAt(value, ...rest) : null
}

export function recordIn(form: Form, name: string): Record<string, string> {
  const value = form[name]
  if (value === undefined || typeof value === 'string') return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (typeof one === 'string' ? [[key, one]] : [])),
  )
}
