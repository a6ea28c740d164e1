import type { FastifyInstance, FastifyReply } from 'fastify'
import { isId } from '../../kernel/index.ts'
import type { Caller } from '../../identity/index.ts'
import { type MarkedFields, nothingMarked } from '../../masks/index.ts'
import { type Catalogue, marksOf } from '../../products/index.ts'
import { type AnswerSchema, maskBySchema } from './mask-by-schema.ts'

/** Whether personal data is masked for a caller. */
export function isMaskedFor({
  grants,
  isShownMasked = false,
}: Pick<Caller, 'grants' | 'isShownMasked'>): boolean {
  return isShownMasked || !grants.has('personal_data.read')
}

/** The fields that are masked in a sale for a caller; null if none is. */
export async function masksFor(
  { catalogue }: { readonly catalogue: Catalogue },
  caller: Pick<Caller, 'grants' | 'isShownMasked'>,
  sale: Parameters<typeof marksOf>[1],
): Promise<MarkedFields | null> {
  return isMaskedFor(caller) ? marksOf(catalogue, sale) : null
}

/** Masks every JSON answer to callers who may not see personal data, by the schema of the answer. */
export function addMasks(
  app: FastifyInstance,
  { catalogue }: { readonly catalogue: Catalogue },
): void {
  // With a callback: every answer passes here, and most of them need not wait for a promise.
  app.addHook('preSerialization', (request, reply, answer, done) => {
    const { caller } = request
    const isMasked = caller !== null && reply.statusCode < 400 && isMaskedFor(caller)
    if (isMasked) return maskWith(catalogue, reply, answer)
    done(null, answer)
    return undefined
  })
}

async function maskWith(
  catalogue: Catalogue,
  reply: FastifyReply,
  answer: unknown,
): Promise<unknown> {
  const sales = new Set<object>()
  const draft = maskAnswer(reply, reply.statusCode, answer, (sale) => {
    sales.add(sale)
    return nothingMarked
  })
  if (sales.size === 0) return draft
  const marks = new Map(
    await Promise.all(
      [...sales].map(async (sale) => [sale, await marksOfSale(catalogue, sale)] as const),
    ),
  )
  return maskAnswer(reply, reply.statusCode, answer, (sale) => marks.get(sale) ?? nothingMarked)
}

/** Masks an answer by the schema that its route has for the status. */
export function maskAnswer(
  { request, routeOptions }: FastifyReply,
  status: number,
  answer: unknown,
  marksOfOne: (sale: object) => MarkedFields,
): unknown {
  const schema = answerSchema(routeOptions.schema?.response, status)
  if (schema === undefined) return answer
  return maskRecord(request.server, schema, answer, marksOfOne)
}

/** A record with masks for those who may not see personal data; it lists them as `masked`. */
export function maskRecord<Shown>(
  app: Pick<FastifyInstance, 'getSchema'>,
  /** As routes write it. */
  schema: object,
  record: Shown,
  marksOfOne: (sale: object) => MarkedFields,
): Shown {
  const named = (id: string) => app.getSchema(id) as AnswerSchema // Ours, by its `$id`.
  return maskBySchema(schema, record, { named, marksOf: marksOfOne }) as Shown // Masks keep types.
}

/** Of JSON; a response may have other forms besides. */
function answerSchema(responses: unknown, status: number): AnswerSchema | undefined {
  const response: unknown = Reflect.get(Object(responses), status)
  const content: unknown = Reflect.get(Object(response), 'content')
  if (content === undefined) return response as AnswerSchema | undefined // As routes write it.
  const json: unknown = Reflect.get(Object(content), 'application/json')
  return Reflect.get(Object(json), 'schema') as AnswerSchema | undefined // Likewise.
}

/** Records name the version and the integration of their sale; both names are the contract's. */
async function marksOfSale(catalogue: Catalogue, sale: object): Promise<MarkedFields> {
  const productVersionId: unknown = Reflect.get(sale, 'product_version_id')
  const integrationId: unknown =
    Reflect.get(sale, 'touchpoint_id') ?? Reflect.get(sale, 'integration_id')
  if (!isId('prv', productVersionId) || !isId('in', integrationId)) {
    throw new Error('a record with data of a product names no version or no integration')
  }
  return marksOf(catalogue, { productVersionId, integrationId })
}
