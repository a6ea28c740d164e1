import { hasIdShape } from './words/index.ts'
import type { Json, JsonObject } from './words/index.ts'
import type { Location, Scope } from './rule-spec.ts'

/** The value at a location; each `*` stands for the element or member that is being checked. */
export function valueAt(location: Location, scope: Scope): Json | undefined {
  let value: Json | undefined = scope.document
  let star = 0
  for (const segment of location) {
    value = member(value, segment === '*' ? (scope.positions[star++] ?? -1) : segment, scope)
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
      value = member(value, segment, scope)
      continue
    }
    const container = opened(value, scope)
    const positions = Array.isArray(container) ? container.keys() : Object.keys(container ?? {})
    for (const position of positions) {
      scope.positions.push(position)
      visitFrom(member(container, position, scope), location, at + 1, scope, visit)
      scope.positions.pop()
    }
    return
  }
  visit(value)
}

/** An own member only, so that a field named `constructor` finds what was sent and nothing else. */
function member(value: Json | undefined, name: string | number, scope: Scope): Json | undefined {
  const container = opened(value, scope)
  if (container === undefined) return undefined
  if (Array.isArray(container)) return container[arrayIndex(name)]
  return Object.hasOwn(container, name) ? container[name] : undefined
}

/** What has members: an array, an object, or the item that an id stands for. */
function opened(value: Json | undefined, scope: Scope): Json[] | JsonObject | undefined {
  if (hasIdShape('dai', value)) return scope.valuesOf(value)
  return typeof value === 'object' && value !== null ? value : undefined
}

function arrayIndex(name: string | number): number {
  if (typeof name === 'number') return name
  return /^\d{1,9}$/.test(name) ? Number(name) : -1
}
