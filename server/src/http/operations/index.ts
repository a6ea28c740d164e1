import { Histogram, Registry } from 'prom-client'
import type { ConnectionSurvey } from '../connection/connection-limit.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addConnectionMetrics } from './connection-metrics.ts'
import { addDoubtGauges } from './doubt-gauges.ts'
import { addHealth } from './health.ts'
import { addJobMetrics } from './job-metrics.ts'
import { processMetrics } from './process-metrics.ts'
import { addReady } from './ready.ts'
import { addExpensiveCallGauges } from './expensive-call-gauges.ts'
import type { ExpensiveCallSurvey } from '../access/concurrency-limits.ts'

/** Liveness, readiness and metrics for operators. */
export function addOperations(app: App, deps: HttpDeps, surveys: Surveys): void {
  addHealth(app)
  addReady(app, deps)
  addMetrics(app, deps, surveys)
}

/** Figures that other parts of this process count. */
export interface Surveys {
  readonly expensiveCalls: () => ExpensiveCallSurvey
  readonly connections: () => ConnectionSurvey
}

const durationBucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const metricsResponse = {
  description: 'All metrics.',
  content: {
    'text/plain': {
      schema: { type: 'string' },
      example:
        'bindery_http_request_duration_seconds_count{method="POST",route="/quotes",status="200"} 3',
    },
  },
}

/** Counts and times every answer by route; logs one line for each, with no word about a person. */
function addMetrics(app: App, deps: HttpDeps, surveys: Surveys): void {
  const registry = new Registry()
  addDoubtGauges(registry, deps)
  addExpensiveCallGauges(registry, surveys.expensiveCalls)
  addConnectionMetrics(registry, surveys.connections)
  const durations = new Histogram({
    name: 'bindery_http_request_duration_seconds',
    help: 'The duration of requests, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBucketsSeconds,
    registers: [registry],
  })
  const lookAtJobs = addJobMetrics(registry, deps)
  const all = Registry.merge([registry, processMetrics()])
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const { method } = request
    const status = reply.statusCode
    durations.observe({ method, route, status }, reply.elapsedTime / 1000)
    request.log.info(
      {
        method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        account: request.caller?.account.id,
      },
      'answered',
    )
    done()
  })
  app.get(
    '/metrics',
    {
      config: { access: 'open' },
      schema: {
        operationId: 'metrics',
        summary: 'Metrics',
        description:
          'Request counts and durations, and the state of jobs and deadlines, in the ' +
          'Prometheus text format.',
        tags: ['Operations'],
        response: { 200: metricsResponse },
      },
    },
    async (request, reply) => {
      await lookAtJobs(request.log)
      return reply.header('content-type', all.contentType).send(await all.metrics())
    },
  )
}
