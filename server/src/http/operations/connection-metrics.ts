import { Counter, Gauge, type Registry } from 'prom-client'
import type { ConnectionSurvey } from '../connection/connection-limit.ts'

/** Connections to this process: those that are open, and those beyond what an address may hold. */
export function addConnectionMetrics(registry: Registry, survey: () => ConnectionSurvey): void {
  const open = new Gauge({
    name: 'bindery_connections_open',
    help: 'Open connections of clients to this process.',
    registers: [],
    collect() {
      this.set(survey().open)
    },
  })
  const refused = new Counter({
    name: 'bindery_connections_refused_total',
    help: 'Connections refused because their address already held the maximum.',
    registers: [],
    collect() {
      this.reset()
      this.inc(survey().refused)
    },
  })
  registry.registerMetric(open)
  registry.registerMetric(refused)
}
