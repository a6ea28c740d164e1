import type { FastifyInstance } from 'fastify'
import { answerRefusal } from '../errors/refusals.ts'
import { requestIdOf } from '../headers/request-id.ts'
import { safeHeaders } from '../headers/safe-headers.ts'
import { expectationUnknown, hostMissing } from '../reasons.ts'

/** Refuses in our error shape what Node would refuse without a body and a request id. */
export function addStrictHttp(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') done()
    else done(hostMissing())
  })
  app.server.on('checkExpectation', (request, response) => {
    const answer = answerRefusal(expectationUnknown())
    const body = JSON.stringify(answer.body)
    response.writeHead(answer.status, {
      ...safeHeaders,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestIdOf(request.headers['x-request-id']),
      connection: 'close',
    })
    response.end(body)
  })
}
