import type { FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '../../../kernel/index.ts'
import {
  type Dataset,
  type OpenDataset,
  datasetNotFound,
  mayRead,
} from '../../../datasets/index.ts'
import { type TokenHolder, tokenMissing } from '../../../identity/index.ts'
import type { HttpDeps } from '../../deps.ts'
import { publicCaching } from '../../headers/safe-headers.ts'
import { versionOf } from './version-of.ts'

/** The dataset, if the caller may read it. */
export async function readableDataset(
  deps: Pick<HttpDeps, 'db' | 'datasets'>,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenDataset> {
  const versionId = await versionOf(deps, request)
  const open = isId('dat', id) ? await deps.datasets.open(id, versionId) : undefined
  if (open === undefined || !isReadable(open.dataset, request, reply)) {
    throw datasetNotFound(id)
  }
  return open
}

/**
 * Public data needs no token, is the same for everybody and may be cached. Locked data needs the
 * token of its account.
 */
export function isReadable(
  dataset: Pick<Dataset, 'access' | 'accountId'>,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (dataset.access === 'public') {
    // A response to a key must not be cached publicly.
    if (request.caller === null) reply.header('cache-control', publicCaching)
    return true
  }
  return mayRead(dataset, holderOf(request).accountId)
}

function holderOf({ reader }: FastifyRequest): TokenHolder {
  if (reader?.holder) return reader.holder
  throw reader?.refusal ?? tokenMissing()
}
