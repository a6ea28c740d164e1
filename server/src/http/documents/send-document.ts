import type { FastifyReply, FastifyRequest } from 'fastify'
import { type PolicyDocument, fetchDocument } from '../../documents/index.ts'
import type { Policy } from '../../policies/index.ts'
import type { HttpDeps } from '../deps.ts'
import { errorBody } from '../errors/refusals.ts'
import { errorSchema } from '../errors/error.ts'
import { named } from '../wire/schema.ts'

const retryAfterSeconds = 2

export const documentResponse = {
  description: 'The document.',
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
} as const

export const stillBeingMade = {
  description:
    'The document is still being made. Retry-After says in how many seconds to ask again.',
  content: {
    'application/json': {
      schema: named(errorSchema),
      examples: {
        being_made: {
          summary: 'The document is still being made.',
          value: errorBody(202, beingMade()),
        },
      },
    },
  },
}

function beingMade(): string {
  return `The document is being made. Ask again in ${retryAfterSeconds} seconds.`
}

/**
 * The document, to be shown where it is asked for. It is personal, so that no cache may keep it; whoever
 * keeps it on purpose can ask by its tag whether it is still the same.
 */
export async function sendDocument(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: { readonly policy: Policy; readonly document: PolicyDocument },
): Promise<FastifyReply> {
  const fetched = await fetchDocument(deps.db, asked.document)
  reply.header('cache-control', 'private, no-store')
  if (fetched === null) {
    reply.header('retry-after', String(retryAfterSeconds))
    return reply.code(202).send(errorBody(202, beingMade()))
  }
  const etag = `"${fetched.hash}"`
  reply.header('etag', etag)
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply
    .header('content-disposition', disposition(asked.policy, asked.document))
    .type('application/pdf')
    .send(fetched.content)
}

function namesTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

/** Named as people would file it: policy number and name. Old software gets the designation. */
function disposition({ insurerPolicyId }: Policy, { designation, name }: PolicyDocument): string {
  const full = encodeURIComponent(`${insurerPolicyId} ${name}.pdf`).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${insurerPolicyId}-${designation}.pdf"; filename*=UTF-8''${full}`
}
