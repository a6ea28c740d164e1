import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, isId } from '../../kernel/index.ts'
import { type Dataset, mayRead } from '../../datasets/index.ts'
import type { HttpDeps } from '../deps.ts'
import type { Door } from '../door.ts'
import { publicCaching } from '../safe-headers.ts'

export interface DataDeps extends HttpDeps {
  readonly door: Door
}

/** The dataset, if whoever asks may read it. */
export async function readableDataset(
  deps: DataDeps,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Dataset> {
  const dataset = isId('dat', id) ? await deps.datasets.dataset(id) : undefined
  if (dataset === undefined || !(await isReadable(deps, dataset, request, reply))) {
    throw new Refusal('not_found', `Dataset ${id} was not found.`)
  }
  return dataset
}

/**
 * Public data asks for nothing, is the same for everybody and may be kept for a while. Locked data
 * is refused without a token, and denied to a foreign one.
 */
export async function isReadable(
  deps: DataDeps,
  dataset: Pick<Dataset, 'access' | 'accountId'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (dataset.access === 'public') {
    reply.header('cache-control', publicCaching)
    return true
  }
  const account = await deps.door.passWithToken(request, reply, readToken(request.headers))
  return mayRead(dataset, account.id)
}

/** The contract names the header `Authentication`; the usual one is taken as well. */
function readToken(headers: IncomingHttpHeaders): string {
  const header = headers['authentication'] ?? headers.authorization
  const [, token] = /^\s*bearer\s+(\S+)\s*$/i.exec(String(header ?? '')) ?? []
  if (token !== undefined) return token
  throw new Refusal(
    'authentication_required',
    'Authentication is required: send an access token as Authentication: Bearer.',
  )
}
