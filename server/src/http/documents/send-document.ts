import type { FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '../../kernel/index.ts'
import { type PolicyDocument, fetchDocument } from '../../documents/index.ts'
import { recordDownload } from '../../handover/index.ts'
import type { Policy } from '../../policies/index.ts'
import type { HttpDeps } from '../deps.ts'
import { reasonPhrase } from '../errors/refusals.ts'
import { errorSchema } from '../errors/error.ts'
import { named } from '../wire/schema.ts'

const retryAfterSeconds = 2

export const documentResponse = {
  description: 'The document.',
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
} as const

export const stillBeingMade = {
  description: 'The document is still being created. Retry-After is the number of seconds to wait.',
  content: {
    'application/json': {
      schema: named(errorSchema),
      examples: {
        being_made: {
          summary: 'The document is still being created.',
          value: beingMade(),
        },
      },
    },
  },
}

/** No error, so it has no code. */
function beingMade() {
  return {
    status: reasonPhrase(202),
    message: `The document is being created. Try again in ${retryAfterSeconds} seconds.`,
  }
}

interface AskedDocument {
  readonly policy: Policy
  readonly document: PolicyDocument
  /** Whether the customer opens it where documents are handed over. Staff and mail scanners do not. */
  readonly isHandover?: boolean
}

/**
 * Sends the document to be shown inline. It is personal, so no cache may store it; a client that
 * stores it on purpose can revalidate it by its ETag.
 */
export async function sendDocument(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AskedDocument,
): Promise<FastifyReply> {
  const fetched = await fetchDocument(deps.db, asked.document)
  reply.header('cache-control', 'private, no-store')
  if (fetched === null) {
    reply.header('retry-after', String(retryAfterSeconds))
    return reply.code(202).send(beingMade())
  }
  if (asked.isHandover === true) await recordOpened(deps, asked, fetched.hash)
  const etag = `"${fetched.hash}"`
  reply.header('etag', etag)
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply
    .header('content-disposition', disposition(asked.policy, asked.document))
    .type('application/pdf')
    .send(fetched.content)
}

/** Before it goes out: what the customer has is on record. So is what a client says that it has. */
async function recordOpened(
  deps: HttpDeps,
  { policy, document }: AskedDocument,
  hash: string,
): Promise<void> {
  const { subjectId: versionId, designation, language, occasion } = document
  if (occasion !== 'offer' || !isId('tpv', versionId)) return
  const version = await deps.catalogue.version(policy.productVersionId)
  if (version === undefined) throw new Error(`the product version of ${policy.id} is gone`)
  const content = { versionId, designation, language, hash }
  await recordDownload(deps, policy, version.definition, content)
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
