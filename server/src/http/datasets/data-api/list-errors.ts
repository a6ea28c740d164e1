import {
  datasetNotFound,
  listParameterMissing,
  searchTooSlow,
  wrongListParameter,
} from '../../../datasets/index.ts'
import { tokenMissing, tokenUnknown } from '../../../identity/index.ts'
import { limitWanted } from './read-list-request.ts'
import { versionErrors } from './version-of.ts'

/** What the lists refuse. */
export const listErrors = [
  wrongListParameter.listed({ example: ['limit', limitWanted] }),
  listParameterMissing,
  tokenMissing,
  tokenUnknown,
  datasetNotFound,
  searchTooSlow,
  ...versionErrors,
]
