import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, isId } from '../../kernel/index.ts'
import { type Dataset, mayRead } from '../../datasets/index.ts'
import type { TokenHolder } from '../../identity/index.ts'
import type { HttpDeps } from '../deps.ts'
import { publicCaching } from '../safe-headers.ts'

/** The dataset, if whoever asks may read it. */
export async function readableDataset(
  deps: Pick<HttpDeps, 'datasets'>,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Dataset> {
  const dataset = isId('dat', id) ? await deps.datasets.dataset(id) : undefined
  if (dataset === undefined || !isReadable(dataset, request, reply)) {
    throw new Refusal('not_found', `Dataset ${id} was not found.`)
  }
  return dataset
}

/**
 * Public data asks for nothing, is the same for everybody and may be kept for a while. Locked data
 * is refused without a token, and denied to a foreign one.
 */
export function isReadable(
  dataset: Pick<Dataset, 'access' | 'accountId'>,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (dataset.access === 'public') {
    reply.header('cache-control', publicCaching)
    return true
  }
  return mayRead(dataset, holderOf(request).accountId)
}

function holderOf({ reader }: FastifyRequest): TokenHolder {
  if (reader?.holder) return reader.holder
  throw (
    reader?.refusal ??
    new Refusal(
      'authentication_required',
      'Authentication is required: send an access token as Authentication: Bearer.',
    )
  )
}
