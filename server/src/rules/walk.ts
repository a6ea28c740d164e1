import { isId } from '../kernel/index.ts'
import type { Json } from '../kernel/index.ts'
import type { Location, Scope } from './rule-spec.ts'
import type { CheckContext } from './rule-types.ts'

/** The value at a location; each `*` stands for the element that is being checked. */
export function valueAt(location: Location, scope: Scope): Json | undefined {
  let value: Json | undefined = scope.document
  let star = 0
  for (const segment of location) {
    if (segment === '*') {
      value = Array.isArray(value) ? value[scope.positions[star] ?? -1] : undefined
      star++
    } else {
      value = member(value, segment, scope.context)
    }
    if (value === undefined) return undefined
  }
  return value
}

/** Calls `visit` for every value that a location with `*` names, with the positions set. */
export function visitAll(
  location: Location,
  scope: Scope,
  visit: (value: Json | undefined) => void,
): void {
  scope.positions.length = 0
  visitFrom(scope.document, location, 0, scope, visit)
  scope.positions.length = 0
}

function visitFrom(
  start: Json | undefined,
  location: Location,
  from: number,
  scope: Scope,
  visit: (value: Json | undefined) => void,
): void {
  let value = start
  for (let at = from; at < location.length; at++) {
    const segment = location[at] ?? ''
    if (segment !== '*') {
      value = member(value, segment, scope.context)
      continue
    }
    if (!Array.isArray(value)) return
    for (let position = 0; position < value.length; position++) {
      scope.positions.push(position)
      visitFrom(value[position], location, at + 1, scope, visit)
      scope.positions.pop()
    }
    return
  }
  visit(value)
}

/** An own member only, so that a field named `constructor` finds what was sent and nothing else. */
function member(value: Json | undefined, name: string, context: CheckContext): Json | undefined {
  if (isId('dai', value)) return member(context.item(value)?.values, name, context)
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return value[arrayIndex(name)]
  return Object.hasOwn(value, name) ? value[name] : undefined
}

function arrayIndex(name: string): number {
  return /^\d{1,9}$/.test(name) ? Number(name) : -1
}
