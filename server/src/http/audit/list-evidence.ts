import { Type } from 'typebox'
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
            when: 'A page cannot have as many links, or as few.',
            example: ['limit', aLimit],
          }),
          wrongParameter.listed({
            label: 'after',
            when: 'Links are counted.',
            example: ['after', aNumber],
          }),
        ],
      },
      schema: {
        operationId: 'listEvidence',
        summary: 'Prove events and audit log',
        description:
          'Every event, and every entry of the audit log, is a link of a chain of hashes, a moment ' +
          'after it was written. `bindery audit verify` reads the chain and computes it again: ' +
          'whatever was changed, taken out or put in between is found, and the first link named that ' +
          'does not hold. Keep `end` elsewhere, and it is also known that nothing was taken off the ' +
          'end or written anew. What a record says besides is known to the chain by a salted ' +
          'commitment alone, so that it can be erased, and the chain holds.',
        tags: ['Management'],
        querystring: Type.Object({
          after: Type.Optional(
            Type.String({ description: 'The link after which to go on; 0 by default.' }),
          ),
          limit: Type.Optional(
            Type.String({ description: `Links, 1 to ${limitMax}; ${limitDefault} by default.` }),
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
