import { Registry, collectDefaultMetrics } from 'prom-client'

let registry: Registry | undefined

/**
 * Memory, processor time, collections and delays of this process. They are collected once, however
 * many apps it builds: the library never stops watching, and would keep every app alive.
 */
export function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
  }
  return registry
}
