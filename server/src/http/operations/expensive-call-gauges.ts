import { Gauge, type Registry } from 'prom-client'
import type { ExpensiveCallSurvey } from '../access/concurrency-limits.ts'

/** Expensive calls of this process: those that run, and those that wait. */
export function addExpensiveCallGauges(
  registry: Registry,
  survey: () => ExpensiveCallSurvey,
): void {
  const gauge = new Gauge({
    name: 'bindery_expensive_calls',
    help: 'Imports, exports and product folder calls that run or wait in this process.',
    labelNames: ['share', 'state'],
    registers: [],
    collect() {
      for (const [call, { running, waiting }] of Object.entries(survey())) {
        this.set({ share: call, state: 'running' }, running)
        this.set({ share: call, state: 'waiting' }, waiting)
      }
    },
  })
  registry.registerMetric(gauge)
}
