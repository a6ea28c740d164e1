import type { FastifyRequest } from 'fastify'
import { type ProductVersionId, isId } from '../../../kernel/index.ts'
import { keysOfTwoAccounts, noKey, unknownKey } from '../../../identity/index.ts'
import {
  draftNeedsTestKey,
  findVersion,
  pageNotAllowed,
  productVersionNotFound,
} from '../../../products/index.ts'
import type { HttpDeps } from '../../deps.ts'
import { readParameter } from './read-list-request.ts'

/** What naming a product version adds. */
export const versionErrors = [
  noKey.listed({ when: '`product_version_id` was sent without a key.' }),
  unknownKey,
  keysOfTwoAccounts,
  productVersionNotFound.listed({
    when: 'The version is unknown, or of a product that this key may not sell.',
  }),
  draftNeedsTestKey,
  pageNotAllowed.listed({
    when:
      '`product_version_id` was sent with a public key, from a web page whose origin is not ' +
      'listed by any integration of the account.',
  }),
]

/** The version whose datasets are asked for, if the caller may sell it; null for what is live. */
export async function versionOf(
  { db }: Pick<HttpDeps, 'db'>,
  { caller, query }: FastifyRequest,
): Promise<ProductVersionId | null> {
  const id = readParameter(query, 'product_version_id')
  if (id === null || id === '') return null
  if (caller === null) throw new Error('a version was asked for without a key')
  if (!isId('prv', id)) throw productVersionNotFound(id)
  return findVersion(db, caller, id)
}
