import { Type } from '../wire/type.ts'
import { readChain, readEvidence } from '../../evidence/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { evidenceExample } from './examples.ts'
import { wrongParameter } from '../query/reasons.ts'
import { evidenceSchema, viewEvidence } from './evidence.ts'

const limitDefault = 100
const limitMax = 1_000
const aNumber = 'the number of a link, or 0'
const aLimit = `a whole number from 1 to ${limitMax}`

export function addListEvidence(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/evidence',
    {
      config: {
        access: 'manage',
        refuses: [
          wrongParameter.listed({
            label: 'limit',
            when: '`limit` is out of range.',
            example: ['limit', aLimit],
          }),
          wrongParameter.listed({
            label: 'after',
            when: '`after` is not the number of a link.',
            example: ['after', aNumber],
          }),
        ],
      },
      schema: {
        operationId: 'listEvidence',
        summary: 'View the evidence chain',
        description:
          'Every event and every entry of the audit log becomes a link in a hash chain ' +
          'shortly after it is written. `bindery audit verify` recalculates the chain: it ' +
          'detects changed, removed and inserted records, and names the first invalid ' +
          'link. Store `end` elsewhere to also detect that the end of the chain was cut ' +
          'off or rewritten. The chain contains only a salted commitment to the content of ' +
          'a record, so that the content can be erased while the chain stays valid.',
        tags: ['Management'],
        querystring: Type.Object({
          after: Type.Optional(
            Type.String({
              description: 'The number of the link after which to continue; 0 by default.',
            }),
          ),
          limit: Type.Optional(
            Type.String({
              description: `Links per page, 1 to ${limitMax}; ${limitDefault} by default.`,
            }),
          ),
        }),
        response: {
          200: exampled(named(evidenceSchema), 'The next links.', evidenceExample),
        },
      },
    },
    async (request) => {
      const { account, livemode } = callerOf(request)
      const { after: afterText = '0', limit: limitText = String(limitDefault) } = request.query
      const after = wholeNumber(afterText, 0, Number.MAX_SAFE_INTEGER)
      const limit = wholeNumber(limitText, 1, limitMax)
      if (after === null) throw wrongParameter('after', aNumber)
      if (limit === null) throw wrongParameter('limit', aLimit)
      const owner = { insurerId: account.id, livemode }
      const chain = await readChain(deps.db, owner)
      return viewEvidence(chain, await readEvidence(deps.db, owner, after, limit))
    },
  )
}

function wholeNumber(text: string, atLeast: number, atMost: number): number | null {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return number >= atLeast && number <= atMost ? number : null
}
