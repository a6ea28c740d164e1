import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Refusal, isId } from '../../kernel/index.ts'
import { type Dataset, mayRead } from '../../datasets/index.ts'
import type { HttpDeps } from '../deps.ts'
import { publicCaching } from '../safe-headers.ts'

/** The dataset, if whoever asks may read it. */
export async function readableDataset(
  deps: HttpDeps,
  id: string,
  headers: IncomingHttpHeaders,
): Promise<Dataset> {
  const dataset = isId('dat', id) ? await deps.datasets.dataset(id) : undefined
  if (dataset === undefined || !(await isReadable(deps, dataset, headers))) throw notFound(id)
  return dataset
}

/** What is public is the same for everybody; what is locked came for a token. */
export function allowKeeping(reply: FastifyReply, { access }: Pick<Dataset, 'access'>): void {
  if (access === 'public') reply.header('cache-control', publicCaching)
}

function notFound(id: string): Refusal {
  return new Refusal('not_found', `Dataset ${id} was not found.`)
}

/** Public data asks for nothing; locked data is refused without a token, and denied to a foreign one. */
export async function isReadable(
  deps: HttpDeps,
  dataset: Pick<Dataset, 'access' | 'accountId'>,
  headers: IncomingHttpHeaders,
): Promise<boolean> {
  if (dataset.access === 'public') return true
  const account = await deps.authenticator.authenticateToken(readToken(headers))
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
