import type { FastifyRequest } from 'fastify'
import { type ProductVersionId, Refusal, isId } from '../../kernel/index.ts'
import { findVersion } from '../../products/index.ts'
import type { HttpDeps } from '../deps.ts'
import { readParameter } from './read-list-request.ts'

/** The version whose datasets are asked for, if the caller may sell it; null for what is live. */
export async function versionOf(
  { db }: Pick<HttpDeps, 'db'>,
  { caller, query }: FastifyRequest,
): Promise<ProductVersionId | null> {
  const id = readParameter(query, 'product_version_id')
  if (id === null || id === '') return null
  if (caller === null) throw new Error('a version was asked for without a key')
  if (!isId('prv', id)) throw new Refusal('not_found', `Product version ${id} was not found.`)
  return findVersion(db, caller, id)
}
